import { expect, it } from "vitest";
import { failedTurn } from "../../src/channels/problems.ts";
import type { FailureReason } from "../../src/turn.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createTurn } from "../fixtures/turns.ts";

it.each<[FailureReason, number, string]>([
  ["model-unreachable", 503, "model-unreachable"],
  ["model-unauthorized", 502, "model-unauthorized"],
  ["model-quota", 503, "model-quota"],
  ["model-unknown", 502, "model-unknown"],
  ["model-refused", 502, "turn-failed"],
  ["no-answer", 502, "turn-failed"],
  ["error", 502, "turn-failed"],
])("a turn that failed by %s is a %i of type %s", (failure, status, slug) => {
  const turn = createTurn({
    message: createMessage({ id: "1" }),
    failure,
    reply: "The notice.",
  });
  expect(failedTurn(turn)).toMatchObject({
    status,
    slug,
    detail: "The notice.",
  });
});
