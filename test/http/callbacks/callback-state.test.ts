import { expect, it } from "vitest";
import {
  endAttempt,
  openState,
  startAttempt,
} from "../../../src/http/callbacks/callback-state.ts";

const NOW = 1_700_000_000_000;

it.each([
  ["the next delay", {}, 5_000],
  ["the receiver's longer wish", { retryAfterMs: 60_000 }, 60_000],
])("delays retries by up to a fifth beyond %s", (_, failure, delayMs) => {
  const dueAfter = (random: () => number) => {
    const opened = openState(
      { conversation: "shop:1", id: "m1", url: "https://shop.example/" },
      NOW,
    );
    const begun = startAttempt(opened, {
      told: "message.answered",
      now: NOW,
      random,
    });
    const answer = { kind: "answered", statusCode: 503 } as const;
    const failed = { kind: "failed", answer, ...failure } as const;
    const ended = endAttempt(begun, failed, { now: NOW + 120, random });
    expect(ended.deliveries).toEqual([
      { attempt: 1, at: NOW, end: { durationMs: 120, answer } },
    ]);
    return ended.dueAt - NOW - 120;
  };
  expect(dueAfter(() => 0)).toBe(delayMs);
  expect(dueAfter(() => 1)).toBe(delayMs * 1.2);
});
