import {
  type OpenCallerStream,
  NOT_STREAMED,
} from "../../src/channels/limits.ts";
import type { GuessGuard } from "../../src/channels/guess-guard.ts";

/** Lets everybody try as many keys as they like. */
export const ANY_GUESSES: GuessGuard = { check: (_, check) => check() };

/** Lets callers stream as many answers as they like. */
export const ANY_STREAMS: OpenCallerStream = async () => NOT_STREAMED;
