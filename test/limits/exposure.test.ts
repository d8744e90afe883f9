import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config.ts";
import { exposureOf } from "../../src/limits/exposure.ts";
import { DEPLOYMENT_SECRET } from "../fixtures/secrets.ts";

const exposureWith = (variables: Record<string, string> = {}) =>
  exposureOf(
    parseConfig({
      OPENAI_API_KEY: "sk-1",
      WEB_CHAT: "public",
      PARLEY_SECRET: DEPLOYMENT_SECRET,
      ...variables,
    }),
  );

describe("the exposure of an open page", () => {
  it("is that of the tightest limit", () => {
    const { address, everybody } = exposureWith({
      GLOBAL_DAILY_TOKENS: "100000",
      WEB_DAILY_TOKENS: "0",
      WEB_SESSIONS_PER_HOUR: "5",
      WEB_MESSAGES_PER_MINUTE: "2",
      AGENT_MAX_STEPS: "3",
    });
    expect(address.hour).toEqual({
      sessions: 5,
      messages: 120,
      tokens: 100_000,
      toolCalls: 360,
    });
    expect(address.day).toMatchObject({ sessions: 120, toolCalls: 500 });
    expect(everybody.day).toEqual({
      sessions: Infinity,
      messages: Infinity,
      tokens: 100_000,
      toolCalls: 500,
    });
  });

  it("is what the messages can cost where tokens are not limited", () => {
    const { address, everybody } = exposureWith({
      GLOBAL_DAILY_TOKENS: "0",
      WEB_DAILY_TOKENS: "0",
      WEB_MESSAGES_PER_MINUTE: "1",
      AGENT_MAX_TOKENS: "1000",
    });
    expect(address.hour.tokens).toBe(60_000);
    expect(everybody.hour.tokens).toBe(Infinity);
  });
});

describe("docs/limits.md", () => {
  it("tells what strangers can cost by the default settings", () => {
    const { address, everybody } = exposureWith();
    const rows = [
      ["one internet address: new sessions", address, "sessions"],
      ["one internet address: messages", address, "messages"],
      ["one internet address: tokens", address, "tokens"],
      ["one internet address: tool calls", address, "toolCalls"],
      ["all of them together: tokens", everybody, "tokens"],
      ["all of them together: tool calls", everybody, "toolCalls"],
    ] as const;
    const lines = readFileSync("docs/limits.md", "utf8")
      .split("\n")
      .map((line) => line.replaceAll(/ +/g, " "));
    for (const [name, { hour, day }, key] of rows)
      expect(lines).toContain(
        `| from ${name} | ${hour[key].toLocaleString("en-US")} | ${day[key].toLocaleString("en-US")} |`,
      );
  });
});
