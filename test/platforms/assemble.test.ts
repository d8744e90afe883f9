import { expect, it } from "vitest";
import { zeroShotReact } from "../../src/agent/styles/text-styles.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { assemble } from "../../src/platforms/assemble.ts";
import { createMemoryCounters } from "../fakes/memory-counters.ts";
import { createMessageIndex } from "../fakes/message-index.ts";
import { NO_CALLBACK_PARTS } from "../fakes/no-callbacks.ts";
import { createScriptedLibrary } from "../fakes/scripted-library.ts";
import { createMemoryTurnIndex } from "../fakes/turn-index.ts";
import { DEVELOPMENT_TOKEN } from "../fixtures/development-token.ts";
import { EVERY_SETTING, THEIR_CHAT } from "../fixtures/every-setting.ts";

const UNLIMITED = {
  OPENAI_API_KEY: "sk-of-these-tests",
  USER_MESSAGES_PER_MINUTE: "0",
  USER_DAILY_TOKENS: "0",
  GLOBAL_DAILY_TOKENS: "0",
};

const assembled = (
  variables: Record<string, string>,
  developmentToken?: string,
) =>
  assemble(parseConfig(variables, { developmentToken }), {
    index: createMessageIndex(),
    callbacks: NO_CALLBACK_PARTS,
    turnIndex: createMemoryTurnIndex(),
    library: createScriptedLibrary(),
    budgetCounters: createMemoryCounters(),
  });

it("a bot is as it is configured", () => {
  const { bot, listing, telling, libraryKeys, secret } = assembled({
    ...EVERY_SETTING,
    ...THEIR_CHAT,
  });
  expect(bot).toMatchObject({
    agent: {
      model: { name: "big" },
      style: zeroShotReact,
      instructions: "Be kind.",
      tools: [{ name: "calculator" }],
      maxSteps: 3,
      maxTokens: 40_000,
      timeoutMs: 7_000,
      toolTimeoutMs: 8_000,
    },
    findAgent: expect.any(Function),
    publicUrl: "https://bot.example",
    access: { telegram: "everybody" },
    merge: "off",
    retryMs: 26_000,
    handoverSilenceMs: 720_000,
    team: { waits: true, waitMs: 780_000 },
    timeZone: "Asia/Shanghai",
    media: { takesImages: true, transcriber: expect.anything() },
    trust: { unaskedTools: ["remind_me"] },
    identity: { name: "Ada" },
    privacy: { retentionDays: 27, operatorsSee: "no-texts" },
    isDemo: false,
    isDevelopment: false,
    maxReplyTokens: 5_000,
    maxHistoryTokens: 2_800,
    memoryStrategy: "window",
  });
  expect(listing.model).toBe("big");
  expect(telling.types).toEqual([
    "message.replied",
    "conversation.needs_human",
  ]);
  expect(libraryKeys).toEqual([EVERY_SETTING.LIBRARY_KEY]);
  expect(secret).toBe(EVERY_SETTING.PARLEY_SECRET);
});

it("a bot without settings is a demo, without a team, links and remote tools", async () => {
  const { bot, credentials } = assembled({});
  expect(bot).toMatchObject({
    publicUrl: "http://localhost:8787",
    media: { takesImages: false },
    privacy: { retentionDays: 0, operatorsSee: "none" },
    isDemo: true,
  });
  for (const name of ["team", "links", "signIns", "findAgent", "observe"])
    expect(bot).not.toHaveProperty(name);
  expect(await credentials.secrets()).toEqual([]);
});

it("a bot asks for a person only if there is a team", () => {
  const toolsOf = (variables: Record<string, string>) =>
    assembled({ TOOLS: "library,talk_to_human", ...variables }).bot.agent.tools;
  expect(toolsOf({})).toMatchObject([{ name: "library" }]);
  expect(toolsOf({ ADMIN_API_KEY: EVERY_SETTING.ADMIN_API_KEY })).toMatchObject(
    [{ name: "library" }, { name: "talk_to_human" }],
  );
});

it("turns are listed only for a console", () => {
  const listed = (variables: Record<string, string>) =>
    assembled(variables).listing.turnIndex !== undefined;
  expect(listed({})).toBe(false);
  expect(listed({ ADMIN_API_KEY: EVERY_SETTING.ADMIN_API_KEY })).toBe(true);
});

it("a developer may sign messages, and sees texts", async () => {
  const { bot, credentials } = assembled({}, DEVELOPMENT_TOKEN);
  expect(bot.isDevelopment).toBe(true);
  expect(bot.privacy.operatorsSee).toBe("texts");
  expect(await credentials.secrets()).toMatchObject([{ name: "development" }]);
});

it("what is signed without PARLEY_SECRET depends on every key", () => {
  const keys = (name: string) => `k3Jx0vQm9Zr7Tn2Wc5Lb8Hd1Yf4Gs6Pa${name}`;
  const secrets = [
    {},
    { WEBHOOK_API_KEYS: `shop:${keys("a")}` },
    { WEBHOOK_SIGNING_SECRET: `whsec_${btoa(keys("b"))}` },
    { LIBRARY_KEY: keys("c") },
    { OPERATOR_KEYS: `ann:${keys("d")}` },
  ].map((variables) => assembled(variables).secret);
  expect(new Set(secrets).size).toBe(secrets.length);
});

it.each([
  ["no limit", {}, false],
  ["a person's messages", { USER_MESSAGES_PER_MINUTE: "1" }, true],
  ["a person's tokens", { USER_DAILY_TOKENS: "1000000" }, true],
  ["everybody's tokens", { GLOBAL_DAILY_TOKENS: "1000000" }, true],
  ["a channel's tokens", { WEBHOOK_DAILY_TOKENS: "1000000" }, true],
])("a deployment has a budget for %s", (_, limits, hasBudget) => {
  const { bot } = assembled({ ...UNLIMITED, ...limits });
  expect(bot.budget !== undefined).toBe(hasBudget);
});
