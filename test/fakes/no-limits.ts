import {
  type OpenCallerStream,
  NOT_STREAMED,
} from "../../src/channels/limits.ts";
import type { GuessGuard } from "../../src/channels/guess-guard.ts";

/** Allows any number of attempts with wrong keys. */
export const ANY_GUESSES: GuessGuard = { check: (_, check) => check() };

/** Allows any number of concurrent streams. */
export const ANY_STREAMS: OpenCallerStream = async () => NOT_STREAMED;
