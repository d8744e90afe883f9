import { describe, expect, it } from "vitest";
import {
  answerOf,
  citeSources,
  toErrorBody,
} from "../../../src/http/openai/completion.ts";
import { toProblemBody, wrongFields } from "../../../src/http/problems.ts";
import type { Turn } from "../../../src/types/turn.ts";

describe("the sources of a completion", () => {
  it("follow the answer as links, each page once, and as annotations", () => {
    const answer = "It is 42.";
    const { text, annotations } = citeSources(
      [
        { title: "Forty-two", url: "https://example.com/42" },
        { title: "Again", url: "https://example.com/42" },
        { title: "Sums", url: "https://example.com/sums" },
      ],
      answer.length,
    );
    expect(text).toBe(
      "\n\n---\n\n1. [Forty-two](<https://example.com/42>)\n2. [Sums](<https://example.com/sums>)",
    );
    const content = answer + text;
    expect(
      annotations.map(({ url_citation: { start_index, end_index } }) =>
        content.slice(start_index, end_index),
      ),
    ).toEqual([
      "[Forty-two](<https://example.com/42>)",
      "[Sums](<https://example.com/sums>)",
    ]);
  });

  it("are escaped", () => {
    const { text } = citeSources(
      [
        {
          title: "![x](https://evil.example)\n# <b>`",
          url: "https://example.com/>)\n[click](https://evil.example",
        },
      ],
      0,
    );
    expect(text).toBe(
      "\n\n---\n\n1. [\\!\\[x\\](https://evil.example) \\# \\<b\\>\\`](<https://example.com/%3E)%0A[click](https://evil.example>)",
    );
  });

  it("are ten at most", () => {
    const sources = Array.from({ length: 11 }, (_, index) => ({
      title: "Page",
      url: `https://example.com/${index}`,
    }));
    expect(citeSources(sources, 0).annotations).toHaveLength(10);
  });

  it("add nothing if there are none", () => {
    const none = { text: "", annotations: [] };
    expect(citeSources([], 3)).toEqual(none);
  });
});

const OVER_BUDGET: Turn = {
  id: "1",
  status: "delivered",
  isOverBudget: true,
  reply: "That was all for today.",
  message: {
    id: "1",
    conversation: "webhook:shop:1",
    channel: "webhook",
    author: { id: "ada" },
    text: "Hi",
    attachments: [],
    replyTo: {},
  },
  steps: [],
  usage: {
    inputTokens: 0,
    cachedInputTokens: 0,
    outputTokens: 0,
    modelCalls: 0,
  },
  attempts: 1,
  acceptedAt: 0,
};

describe("an answer that reports a spent budget", () => {
  it.each([
    ["2026-11-22T00:00:00.000Z", 86_400],
    ["2026-11-22T23:00:00.000Z", 3_600],
    ["2026-11-22T23:59:59.999Z", 1],
  ])(
    "becomes a 429 at %s, to be retried the next day in UTC",
    async (time, seconds) => {
      const now = () => Date.parse(time);
      expect(
        await answerOf({ type: "end", turn: OVER_BUDGET }, { now }),
      ).toMatchObject({
        kind: "refused",
        problem: {
          status: 429,
          slug: "budget-spent",
          detail: OVER_BUDGET.reply,
          retryAfterSeconds: seconds,
        },
      });
    },
  );
});

it.each([
  [401, "unauthorized", "invalid_request_error", "invalid_api_key"],
  [404, "unknown-model", "invalid_request_error", "model_not_found"],
  [422, "idempotency-mismatch", "invalid_request_error", null],
  [429, "budget-spent", "insufficient_quota", "insufficient_quota"],
  [429, "conversation-busy", "rate_limit_error", "rate_limit_exceeded"],
  [502, "turn-failed", "server_error", null],
  [503, "model-quota", "server_error", "insufficient_quota"],
])(
  "OpenAI's clients read a %i of type %s as %s, %s",
  (status, slug, type, code) => {
    const errors = [{ pointer: "/id", detail: "differs" }];
    const problem = { status, slug, title: "No", detail: "Why." };
    const body = toProblemBody({ ...problem, errors });
    expect(toErrorBody(body)).toEqual({
      ...body,
      error: { message: "Why.", type, param: null, code },
    });
  },
);

it.each([
  ["/messages/0/content", "messages[0].content"],
  ["/metadata/a~1b~0", "metadata.a/b~"],
  ["", ""],
])("OpenAI's clients get the field %s as %s", (pointer, param) => {
  const problem = wrongFields([{ pointer, detail: "is missing" }]);
  expect(toErrorBody(toProblemBody(problem))).toMatchObject({
    status: 400,
    error: { type: "invalid_request_error", param, code: null },
  });
});
