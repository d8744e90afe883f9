import { expect, it } from "vitest";
import { countUsage, sumUsage } from "../../src/text/tokens.ts";
import { USAGE } from "../fixtures/turns.ts";

it("counts an image at its maximum if the provider sends no count", () => {
  const countInput = (images: readonly string[]): number =>
    countUsage({
      prompt: {
        messages: [
          {
            role: "user",
            content: "Hello",
            ...(images.length > 0 && { images }),
          },
        ],
      },
      written: "",
    }).inputTokens;
  const image = `data:image/png;base64,${"A".repeat(100_000)}`;
  expect(countInput([image, image]) - countInput([])).toBe(3_000);
});

it("adds up all counts", () => {
  expect(sumUsage([USAGE, USAGE])).toEqual({
    inputTokens: 20,
    cachedInputTokens: 8,
    outputTokens: 6,
    modelCalls: 2,
  });
});

it("marks a sum as an estimate if one of its parts is", () => {
  const estimate = { ...USAGE, isEstimated: true } as const;
  expect(sumUsage([USAGE, estimate, USAGE]).isEstimated).toBe(true);
  expect(sumUsage([USAGE])).not.toHaveProperty("isEstimated");
});
