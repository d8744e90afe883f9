import { hashText } from "../hash-text.ts";
import type { MemoryContext } from "../memory-context.ts";
import { keys, toPiece, type Key } from "../pieces.ts";
import { get } from "../read-pieces.ts";

/**
 * What a recording says, kept with the running turn: hearing it costs money.
 * @param file of the recording's attachment
 */
export async function findTranscript(
  context: MemoryContext,
  turn: string,
  file: string,
): Promise<string | undefined> {
  const key = await keyOf(context, turn, file);
  return key && get(context.store, key);
}

/** Does nothing if the turn has ended or was forgotten. */
export async function keepTranscript(
  context: MemoryContext,
  turn: string,
  file: string,
  text: string,
): Promise<void> {
  const key = await keyOf(context, turn, file);
  if (key !== undefined) await context.document.put([toPiece(key, text)]);
}

async function keyOf(
  { document: { held } }: MemoryContext,
  turn: string,
  file: string,
): Promise<Key<string> | undefined> {
  return held?.turn.id === turn
    ? keys.transcript(held.number, await hashText(file))
    : undefined;
}
