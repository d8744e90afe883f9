import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DEFAULT_STACK_OPTIONS } from "../../infra/stack-options.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { DEPLOYMENT_SECRET } from "../fixtures/secrets.ts";

const { web, budget } = parseConfig({
  OPENAI_API_KEY: "sk-1",
  WEB_CHAT: "public",
  PARLEY_SECRET: DEPLOYMENT_SECRET,
});
const { sessionsPerHour, messagesPerMinute, streamsPerAddress } = web.rates;
const messages = 60 * messagesPerMinute;
const tokens = budget.channelDailyTokens.web;
/** Those of the quarter of an hour before may still be open. */
const streams = 2 * streamsPerAddress;

describe("docs/limits.md", () => {
  it("states what strangers can cost with the default settings", () => {
    // At least 200 tokens of a model call come before each tool call.
    const rows = {
      "one internet address: new sessions": [
        sessionsPerHour,
        24 * sessionsPerHour,
      ],
      "one internet address: messages": [messages, 24 * messages],
      "one internet address: tokens": [tokens, tokens],
      "one internet address: tool calls": [tokens / 200, tokens / 200],
      "one internet address: hours of streams": [streams, 24 * streams],
      "all of them together: tokens": [tokens, tokens],
      "all of them together: tool calls": [tokens / 200, tokens / 200],
    };
    for (const [name, counts] of Object.entries(rows)) {
      const cells = counts.map((count) => count.toLocaleString("en-US"));
      expect(linesOf("docs/limits.md")).toContain(
        `| from ${name} | ${cells.join(" | ")} |`,
      );
    }
  });

  it("states what platforms charge for strangers with the default settings and the prices in docs/costs.md", () => {
    const { httpConcurrency, maxConcurrency } = DEFAULT_STACK_OPTIONS;
    const lambda = 0.5 * priceOf("Lambda");
    const object = 0.128 * priceOf("Durable Objects");
    const lines = linesOf("docs/limits.md");
    for (const [name, hours, price] of [
      ["AWS, streams of one address", streams, lambda],
      ["AWS, streams of all together", httpConcurrency, lambda],
      ["AWS, turns of all together", maxConcurrency, lambda],
      ["Workers, streams of one address", streams, object],
    ] as const) {
      const cost = hours * 3600 * price;
      expect(lines).toContain(
        `| on ${name} | ${hours} | ${dollars(cost)} | ${dollars(24 * cost)} |`,
      );
    }
    const cost = messages * 0.0001;
    expect(lines.join(" ")).toContain(
      `${dollars(cost)} an hour and ${dollars(24 * cost)} a day on AWS`,
    );
  });
});

function dollars(amount: number): string {
  return `$${amount.toFixed(2)}`;
}

function linesOf(file: string): readonly string[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.map((line) => line.replaceAll(/ +/g, " "));
}

/** US dollars per GB-s. */
function priceOf(service: string): number {
  const line = linesOf("docs/costs.md").find(
    (row) => row.startsWith(`| ${service}, `) && row.includes("GB-s"),
  );
  const [, price] = /\$([\d.]+) per million GB-s/.exec(line ?? "") ?? [];
  return Number(price) / 1_000_000;
}
