import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DEFAULT_STACK_OPTIONS } from "../../../infra/stack-options.ts";
import { exposureOf } from "../../../scripts/doctor/exposure.ts";
import { parseConfig } from "../../../src/config/parse-config.ts";
import { DEPLOYMENT_SECRET } from "../../fixtures/secrets.ts";

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
  it("follows the tightest limit", () => {
    const { address, everybody } = exposureWith({
      GLOBAL_DAILY_TOKENS: "100000",
      WEB_DAILY_TOKENS: "0",
      WEB_SESSIONS_PER_HOUR: "5",
      WEB_MESSAGES_PER_MINUTE: "2",
      WEB_STREAMS_PER_ADDRESS: "3",
      AGENT_MAX_STEPS: "3",
    });
    expect(address.hour).toEqual({
      sessions: 5,
      messages: 120,
      tokens: 100_000,
      toolCalls: 360,
      streamHours: 6,
    });
    expect(address.day).toMatchObject({
      sessions: 120,
      toolCalls: 500,
      streamHours: 144,
    });
    expect(everybody.day).toEqual({
      sessions: Infinity,
      messages: Infinity,
      tokens: 100_000,
      toolCalls: 500,
      streamHours: Infinity,
    });
  });

  it("is unlimited for streams without a limit", () => {
    const { address } = exposureWith({ WEB_STREAMS_PER_ADDRESS: "0" });
    expect(address.hour.streamHours).toBe(Infinity);
  });

  it("follows the number of messages if tokens are unlimited", () => {
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
  it("states what strangers can cost with the default settings", () => {
    const { address, everybody } = exposureWith();
    const rows = [
      ["one internet address: new sessions", address, "sessions"],
      ["one internet address: messages", address, "messages"],
      ["one internet address: tokens", address, "tokens"],
      ["one internet address: tool calls", address, "toolCalls"],
      ["one internet address: hours of streams", address, "streamHours"],
      ["all of them together: tokens", everybody, "tokens"],
      ["all of them together: tool calls", everybody, "toolCalls"],
    ] as const;
    const lines = linesOf("docs/limits.md");
    for (const [name, { hour, day }, key] of rows)
      expect(lines).toContain(
        `| from ${name} | ${hour[key].toLocaleString("en-US")} | ${day[key].toLocaleString("en-US")} |`,
      );
  });

  it("states what platforms charge for strangers with the default settings and the prices in docs/costs.md", () => {
    const { address } = exposureWith();
    const { streamHours } = address.hour;
    const { httpConcurrency, maxConcurrency } = DEFAULT_STACK_OPTIONS;
    const lambda = 0.5 * priceOf("Lambda");
    const rows = [
      ["AWS, streams of one address", streamHours, lambda],
      ["AWS, streams of all together", httpConcurrency, lambda],
      ["AWS, turns of all together", maxConcurrency, lambda],
      [
        "Workers, streams of one address",
        streamHours,
        0.128 * priceOf("Durable Objects"),
      ],
    ] as const;
    const lines = linesOf("docs/limits.md");
    for (const [name, hours, price] of rows) {
      const cost = hours * 3600 * price;
      expect(lines).toContain(
        `| on ${name} | ${hours} | ${dollars(cost)} | ${dollars(24 * cost)} |`,
      );
    }
    const ofMessages = ({ messages }: { messages: number }) =>
      dollars((messages / 1_000) * 0.1);
    expect(lines.join(" ")).toContain(
      `${ofMessages(address.hour)} an hour and ${ofMessages(address.day)} a day on AWS`,
    );
  });
});

const dollars = (amount: number): string => `$${amount.toFixed(2)}`;

const linesOf = (file: string): readonly string[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .map((line) => line.replaceAll(/ +/g, " "));

/** US dollars per GB-s. */
function priceOf(service: string): number {
  const line = linesOf("docs/costs.md").find(
    (row) => row.startsWith(`| ${service}, `) && row.includes("GB-s"),
  );
  const [, price] = /\$([\d.]+) per million GB-s/.exec(line ?? "") ?? [];
  return Number(price) / 1_000_000;
}
