import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { assemble } from "../../src/platforms/assemble.ts";
import { createMemoryCounters } from "../fakes/memory-counters.ts";
import { createMessageIndex } from "../fakes/message-index.ts";
import { NO_CALLBACK_PARTS } from "../fakes/no-callbacks.ts";

const UNLIMITED = {
  OPENAI_API_KEY: "sk-of-these-tests",
  USER_MESSAGES_PER_MINUTE: "0",
  USER_DAILY_TOKENS: "0",
  GLOBAL_DAILY_TOKENS: "0",
};

it.each([
  ["no limit", {}, false],
  ["a person's messages", { USER_MESSAGES_PER_MINUTE: "1" }, true],
  ["a person's tokens", { USER_DAILY_TOKENS: "1000000" }, true],
  ["everybody's tokens", { GLOBAL_DAILY_TOKENS: "1000000" }, true],
  ["a channel's tokens", { WEBHOOK_DAILY_TOKENS: "1000000" }, true],
])("a deployment has a budget for %s", (_, limits, hasBudget) => {
  const counters = createMemoryCounters();
  const { bot } = assemble(parseConfig({ ...UNLIMITED, ...limits }, {}), {
    index: createMessageIndex(),
    callbacks: NO_CALLBACK_PARTS,
    budgetCounters: counters,
  });
  expect(bot.budget !== undefined).toBe(hasBudget);
});
