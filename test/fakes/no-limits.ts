import type { GuessGuard } from "../../src/http/guess-guard.ts";
import type { CallerLimits } from "../../src/http/limit-requests.ts";
import { createLimiter } from "../../src/limits/limiter.ts";
import type { Counters } from "../../src/types/counters.ts";
import { createMemoryCounters } from "./memory-counters.ts";

/** Allows any number of attempts with wrong keys. */
export const ANY_GUESSES: GuessGuard = { check: (_, check) => check() };

/** Allows any number of requests and concurrent streams. */
export const ANY_REQUESTS: CallerLimits = {
  limiter: createLimiter({ counters: createMemoryCounters() }),
  requestsPerMinute: 0,
  streamsPerCaller: 0,
};

/** Nothing can be counted. */
export const BROKEN_COUNTERS: Counters = {
  add: () => Promise.reject(new Error("The counters are away.")),
  read: () => Promise.reject(new Error("The counters are away.")),
};
