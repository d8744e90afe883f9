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
  ["wrong-format", 502, "wrong-format"],
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

it("a turn that failed without a notice says that the message is stored", async () => {
  expect((await failedTurn({})).detail).toMatch(/^The message is stored/);
});

it.each([
  [
    { kind: "limited", limit: 20, waitMs: 4_001, isFirst: true },
    [429, "too-many-messages", "5"],
    "The limit is 20 messages per minute for each person; messages without a user count as one person's. The message was not stored; send it again in 5 seconds.",
  ],
  [
    { kind: "full", limit: 9 },
    [429, "conversation-busy", "10"],
    "9 messages are already waiting for an answer. The message was not stored; send it again later.",
  ],
  [{ kind: "forgotten" }, [410, "forgotten", null], "that was deleted"],
  [{ kind: "outdated" }, [409, "outdated-edit", null], "can be edited"],
] as const)(
  "a message that gets no turn says why, and when to send it again: %j",
  async (delivery, [status, slug, wait], detail) => {
    const response = problemResponse(refusalOf(delivery));
    expect(response.status).toBe(status);
    expect(response.headers.get("retry-after")).toBe(wait);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toMatchObject({
      type: `https://parley.chat/problems/${slug}`,
      detail: expect.stringContaining(detail),
    });
  },
);
