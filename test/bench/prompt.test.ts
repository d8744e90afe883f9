import { expect, it } from "vitest";
import { countTokens } from "../../bench/prompt/count-tokens.ts";
import { recordPrompts } from "../../bench/prompt/record-prompts.ts";

it.each([
  ["conversational-react", 20_000, 1_600],
  ["tool-calling", 16_000, 1_250],
] as const)(
  "a conversation of 20 turns in %s takes at most %i tokens, %i of them uncached",
  async (style, total, fresh) => {
    const counts = countTokens(await recordPrompts(style));
    expect(counts.total).toBeLessThanOrEqual(total);
    expect(counts.fresh).toBeLessThanOrEqual(fresh);
  },
);
