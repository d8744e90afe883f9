import { get, hashText, keys, toPiece } from "../state/pieces.ts";
import { findOpen } from "../state/state.ts";
import type { MemoryContext } from "./context.ts";

/** What recordings say, kept with the running turn: hearing them costs money. */
export interface Transcripts {
  /** @param file of the recording's attachment */
  findTranscript(turn: string, file: string): Promise<string | undefined>;
  /** Does nothing if the turn has ended or was forgotten. */
  keepTranscript(turn: string, file: string, text: string): Promise<void>;
}

export function createTranscripts({
  document,
  store,
}: MemoryContext): Transcripts {
  const keyOf = async (turn: string, file: string) => {
    const { held } = document;
    return held?.turn.id === turn
      ? keys.transcript(held.number, await hashText(file))
      : undefined;
  };
  return {
    async findTranscript(turn, file) {
      const key = await keyOf(turn, file);
      return key && get(store, key);
    },
    async keepTranscript(turn, file, text) {
      const key = await keyOf(turn, file);
      const isOpen = findOpen(await document.read(), turn) !== undefined;
      if (key !== undefined && isOpen) await document.put([toPiece(key, text)]);
    },
  };
}
