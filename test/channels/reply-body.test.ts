import { expect, it } from "vitest";
import { toReplyBody } from "../../src/channels/reply-body.ts";
import type { Turn, Usage } from "../../src/turn.ts";
import { createMessage } from "../fixtures/messages.ts";
import { USAGE } from "../fixtures/turns.ts";

function usageShownFor(usage: Usage): unknown {
  const turn: Turn = {
    id: "1",
    status: "delivered",
    message: createMessage({ id: "1" }),
    steps: [],
    reply: "Hi!",
    usage,
    attempts: 1,
    acceptedAt: 0,
  };
  return toReplyBody(turn, "test").usage;
}

it("shows the usage, and where it is estimated says so", () => {
  const counts = {
    input_tokens: 10,
    cached_input_tokens: 4,
    output_tokens: 3,
    model_calls: 1,
  };
  expect(usageShownFor(USAGE)).toEqual(counts);
  expect(usageShownFor({ ...USAGE, isEstimated: true })).toEqual({
    ...counts,
    is_estimated: true,
  });
});
