import { afterEach, expect, it, vi } from "vitest";
import { readRetryAfterMs, retryDelayMs } from "../../src/runtime/backoff.ts";

afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ["120", 120_000],
  ["0", 0],
  ["0.5", 500],
  ["Thu, 01 Jan 2026 00:01:30 GMT", 90_000],
  ["Thu, 01 Jan 2026 00:00:00 GMT", 0],
  ["soon", undefined],
  ["", undefined],
])("reads Retry-After %j as %s ms", (value, delayMs) => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  expect(readRetryAfterMs(new Headers({ "retry-after": value }))).toBe(delayMs);
});

it.each([
  [1, undefined, 2_000],
  [1, 1, 2_000],
  [1, 7_000, 7_000],
  [3, 7_000, 120_000],
])(
  "waits after attempt %i, asked for %s ms, for %i ms",
  (attempts, retryAfterMs, delayMs) => {
    expect(retryDelayMs({ attempts, retryAfterMs })).toBe(delayMs);
  },
);

it("prefers OpenAI's retry-after-ms", () => {
  const headers = { "retry-after-ms": "1500", "retry-after": "60" };
  expect(readRetryAfterMs(new Headers(headers))).toBe(1_500);
});

it("returns undefined without Retry-After", () => {
  expect(readRetryAfterMs(new Headers())).toBeUndefined();
});
