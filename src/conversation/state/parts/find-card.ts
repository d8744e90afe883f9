import type { Receipt } from "../../../types/channel.ts";
import type { ReplyPart } from "../../../types/reply.ts";
import type { MemoryContext } from "../memory-context.ts";
import { keys } from "../pieces.ts";
import { get } from "../read-pieces.ts";
import { findOpen } from "../state.ts";
import { findByNumber } from "../turns/load-turn.ts";

/** A sent message with a question in it. */
export interface Card {
  readonly receipt: Receipt;
  readonly part: ReplyPart;
}

/**
 * The message in which the question was asked that this turn goes on from; if
 * it was sent, and is still kept.
 */
export async function findCard(
  { document, store }: MemoryContext,
  id: string,
): Promise<Card | undefined> {
  const state = await document.read();
  const { resumes } = findOpen(state, id) ?? {};
  if (resumes === undefined) return undefined;
  const asked = await findByNumber(store, state, resumes.number);
  if (asked.kind !== "known" || asked.state.ending === undefined)
    return undefined;
  const { ending, sent = {}, number } = asked.state;
  const receipt = sent[ending.parts - 1];
  const parts = await get(store, keys.parts(number, ending.epoch));
  const part = parts?.at(-1);
  return receipt === undefined || part === undefined
    ? undefined
    : { receipt: { id: receipt }, part };
}
