import type { Memory } from "../../src/conversation/memory.ts";

/** Keeps nothing. */
export const NO_TRANSCRIPTS: Pick<Memory, "findTranscript" | "keepTranscript"> =
  {
    findTranscript: async () => undefined,
    keepTranscript: async () => {},
  };
