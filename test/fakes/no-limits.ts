import type { GuessGuard } from "../../src/http/guess-guard.ts";
import {
  NOT_STREAMED,
  type OpenCallerStream,
} from "../../src/http/limit-requests.ts";

/** Allows any number of attempts with wrong keys. */
export const ANY_GUESSES: GuessGuard = { check: (_, check) => check() };

/** Allows any number of concurrent streams. */
export const ANY_STREAMS: OpenCallerStream = async () => NOT_STREAMED;
