import { afterEach, expect, it, vi } from "vitest";
import {
  readRetryAfterMs,
  retryDelayMs,
  revivalDelayMs,
} from "../../src/runtime/backoff.ts";

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
  [2, undefined, 20_000],
  [3, 7_000, 120_000],
  [4, undefined, 450_000],
  [5, undefined, 450_000],
])(
  "waits after attempt %i, asked for %s ms, for %i ms",
  (attempts, retryAfterMs, delayMs) => {
    expect(retryDelayMs({ attempts, retryAfterMs })).toBe(delayMs);
  },
);

it("revives a crashed attempt as late as a failed one, and the notice after the last earlier", () => {
  const delays = [1, 4, 5, 6].map(revivalDelayMs);
  expect(delays).toEqual([2_000, 450_000, 30_000, 30_000]);
});

it("prefers OpenAI's retry-after-ms", () => {
  const headers = { "retry-after-ms": "1500", "retry-after": "60" };
  expect(readRetryAfterMs(new Headers(headers))).toBe(1_500);
});

it("returns undefined without Retry-After", () => {
  expect(readRetryAfterMs(new Headers())).toBeUndefined();
});
