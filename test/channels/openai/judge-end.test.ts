import { describe, expect, it } from "vitest";
import { judgeEnd } from "../../../src/channels/openai/judge-end.ts";
import type { Turn } from "../../../src/turn.ts";

const UNASKED: Turn = {
  id: "1",
  status: "delivered",
  reply: "That was all for today.",
  message: {
    id: "1",
    conversation: "webhook:shop:1",
    channel: "webhook",
    author: { id: "ada" },
    text: "Hi",
    attachments: [],
    replyTo: { key: "shop", conversation: "1" },
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

describe("an answer that says that the budget is spent", () => {
  it.each([
    ["2026-11-22T00:00:00.000Z", 86_400],
    ["2026-11-22T23:00:00.000Z", 3_600],
    ["2026-11-22T23:59:59.999Z", 1],
  ])("is refused at %s until the day in UTC is over", (time, seconds) => {
    const now = () => Date.parse(time);
    expect(judgeEnd({ type: "end", turn: UNASKED }, { now })).toMatchObject({
      kind: "refused",
      problem: {
        status: 429,
        slug: "budget-spent",
        detail: UNASKED.reply,
        retryAfterSeconds: seconds,
      },
    });
  });

  it("is none where a model was asked, or somebody stopped it", () => {
    const usage = { ...UNASKED.usage, modelCalls: 1 };
    for (const turn of [
      { ...UNASKED, usage },
      { ...UNASKED, isStopped: true as const },
    ])
      expect(judgeEnd({ type: "end", turn }).kind).toBe("answered");
  });
});
