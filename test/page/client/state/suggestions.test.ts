import { expect, it } from "vitest";
import {
  createExchange,
  type Exchange,
} from "../../../../src/page/client/state/exchange.ts";
import { createSuggestions } from "../../../../src/page/client/state/suggestions.ts";

it("shows suggestions for the newest answer alone, until they are cleared", async () => {
  const suggestions = createSuggestions({ isOn: true });
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = suggestions.find(exchangeWith(["Old?"], promise));
  await suggestions.find(exchangeWith(["New?"]));
  resolve();
  await slow;
  expect(suggestions.questions.value).toEqual(["New?"]);

  const late = suggestions.find(exchangeWith(["Late?"]));
  suggestions.clear();
  await late;
  expect(suggestions.questions.value).toEqual([]);
});

it("asks for no suggestions where they are off", async () => {
  const suggestions = createSuggestions({ isOn: false });
  await suggestions.find(exchangeWith(["Why?"]));
  expect(suggestions.questions.value).toEqual([]);
});

function exchangeWith(
  questions: readonly string[],
  after?: Promise<void>,
): Exchange {
  const unused = async () => ({ kind: "unreachable" }) as const;
  return createExchange({
    turn: "t1",
    question: undefined,
    api: {
      loadReply: unused,
      rate: unused,
      async suggest() {
        await after;
        return { kind: "done", value: { questions } };
      },
    },
  });
}
