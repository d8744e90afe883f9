import { expect, it } from "vitest";
import { countUsage } from "../src/count-usage.ts";

it("takes an image for what providers count at most where the provider does not count", () => {
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
