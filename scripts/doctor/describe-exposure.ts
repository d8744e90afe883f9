import type { Config } from "../../src/config.ts";
import { type Exposure, exposureOf } from "../../src/limits/exposure.ts";
import { type Finding, passed, warning } from "./finding.ts";

/** What strangers on the page can cost, where it is open to them and the model costs anything. */
export function describeExposure(config: Config): readonly Finding[] {
  if (config.web.mode !== "public" || config.model.kind === "demo") return [];
  const { address, everybody } = exposureOf(config);
  const text = `Strangers on the page cost at most ${describe(everybody.day)} a day; from one internet address at most ${describe(address.hour)} an hour, in ${count(address.hour.messages)} messages, and ${count(address.hour.streamHours)} hours of open streams.`;
  return [
    everybody.day.tokens === Infinity
      ? warning(
          text,
          "Set WEB_DAILY_TOKENS or GLOBAL_DAILY_TOKENS: see docs/limits.md.",
        )
      : passed(text),
  ];
}

function describe({ tokens, toolCalls }: Exposure): string {
  return `${count(tokens)} tokens and ${count(toolCalls)} tool calls`;
}

function count(number: number): string {
  return number === Infinity ? "any number of" : number.toLocaleString("en-US");
}
