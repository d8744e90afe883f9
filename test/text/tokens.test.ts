import { expect, it } from "vitest";
import {
  boundPromptTokens,
  countUsage,
  estimatePromptTokens,
  estimateSpeechTokens,
  sumUsage,
} from "../../src/text/tokens.ts";
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

it.each([
  ["", 0, 0],
  ["abcde", 2, 5],
  ["汉字", 2, 6],
  ["aé汉", 2, 6],
  ["😀", 2, 4],
])(
  "estimates %j at %d tokens, and at most one for each of its %d bytes",
  (content, estimate, bytes) => {
    const prompt = { messages: [{ role: "user", content } as const] };
    expect(estimatePromptTokens(prompt)).toBe(estimate);
    expect(boundPromptTokens(prompt) - 20).toBe(bytes);
  },
);

it("counts tools and calls, of which a provider counts the JSON", () => {
  const parameters = { type: "object" };
  const tools = [{ name: "a", description: "b", parameters }];
  const toolCalls = [{ id: "1", name: "a", arguments: "{}" }];
  const call = { role: "assistant", content: "", toolCalls } as const;
  const { length } = JSON.stringify(tools) + JSON.stringify(toolCalls);
  expect(boundPromptTokens({ messages: [call], tools }) - 20).toBe(length);
});

it("expects of a recording what a voice message has, and slow speech at most", () => {
  const estimate = { expected: 150, atMost: 800 };
  expect(estimateSpeechTokens(40_000)).toEqual(estimate);
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
