import type { Transcripts } from "../../src/conversation/memory/transcripts.ts";

/** Keeps nothing. */
export const NO_TRANSCRIPTS: Transcripts = {
  findTranscript: async () => undefined,
  keepTranscript: async () => {},
};
