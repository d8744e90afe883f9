import { expect, it } from "vitest";
import {
  failedTurn,
  problemResponse,
  refusalOf,
  toProblemBody,
} from "../../src/http/problems.ts";
import { ProblemBody } from "../../src/http/schemas/bodies.ts";
import type { FailureReason } from "../../src/types/turn.ts";
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
])(
  "a turn that failed with %s is a %i of type %s",
  async (failure, status, slug) => {
    const message = createMessage({ id: "1" });
    const reply = "**No model.** Set `OPENAI_MODEL`.\n\nIt said: `**no**`";
    const problem = await failedTurn(createTurn({ message, failure, reply }));
    const detail = "No model. Set OPENAI_MODEL.\n\nIt said: **no**";
    expect(problem).toMatchObject({ status, slug, detail });
    const body = toProblemBody(problem);
    expect(ProblemBody.parse(body)).toEqual(body);
  },
);

it("a message above the limit may be sent again after some seconds", async () => {
  const excess = { limit: 20, waitMs: 4_001, isFirst: true };
  const response = problemResponse(refusalOf({ kind: "limited", ...excess }));
  expect(response.status).toBe(429);
  expect(response.headers.get("retry-after")).toBe("5");
  expect(await response.text()).toContain(
    "The limit is 20 messages per minute for each person. The message was not stored; send it again in 5 seconds.",
  );
});
