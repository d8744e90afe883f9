import type { CallerStreams } from "../../src/channels/caller-streams.ts";
import { NOT_STREAMED } from "../../src/channels/caller-streams.ts";
import type { GuessGuard } from "../../src/channels/guess-guard.ts";

/** Lets everybody try as many keys as they like. */
export const ANY_GUESSES: GuessGuard = {
  check: async (_, check) => ({
    kind: "checked",
    result: (await check()).result,
  }),
};

/** Lets callers stream as many answers as they like. */
export const ANY_STREAMS: CallerStreams = { open: async () => NOT_STREAMED };
