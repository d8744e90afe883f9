import { expect, it } from "vitest";
import { failedTurn, toProblemBody } from "../../src/http/problems.ts";
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
