import type { Receipt } from "../../../types/channel.ts";
import type { ReplyPart } from "../../../types/reply.ts";
import type { MemoryContext } from "../memory-context.ts";
import { get, keys } from "../pieces.ts";
import { findOpen, isUnanswered, withOpen, type OpenTurn } from "../state.ts";

/**
 * What remains to be done for a part of an ended turn.
 * - `send`: nothing of it was sent
 * - `edit`: its preview must be edited to show it
 * - `remove`: a preview beyond the reply's parts
 * - `given-up`: nothing; it will not be shown
 *
 * `epoch`: the run that ended the turn; differs if a failed turn is run again.
 */
export type PendingPart = { readonly index: number } & (
  | { readonly kind: "send"; readonly part: ReplyPart; readonly epoch: number }
  | {
      readonly kind: "edit";
      readonly part: ReplyPart;
      readonly epoch: number;
      readonly preview: Receipt;
    }
  | { readonly kind: "remove"; readonly preview: Receipt }
  | { readonly kind: "given-up" }
);

/** A delivered part of a reply, and its receipt. */
export interface SentPart {
  readonly index: number;
  readonly receipt: Receipt;
}

/**
 * Records the preview of the reply's part at that index, replacing an earlier
 * record. Does nothing for a closed turn.
 */
export function notePreview(
  context: MemoryContext,
  id: string,
  index: number,
  receipt: Receipt,
): Promise<void> {
  return changeTurn(context, id, ({ previews, ...turn }) => ({
    ...turn,
    previews: { ...previews, [index]: receipt.id },
  }));
}

/** The previews of an open turn by index; no gaps while the reply is written. */
export async function listPreviews(
  { document }: MemoryContext,
  id: string,
): Promise<readonly Receipt[]> {
  const { previews: receipts = {} } = findOpen(await document.read(), id) ?? {};
  return Object.values(receipts).map((receipt) => ({ id: receipt }));
}

/** The pending parts of an ended turn, in order; none once it is closed. */
export async function pendingParts(
  { document, store }: MemoryContext,
  id: string,
): Promise<readonly PendingPart[]> {
  const turn = findOpen(await document.read(), id);
  if (turn?.ending === undefined || isUnanswered(turn)) return [];
  const { epoch } = turn.ending;
  const { held } = document;
  const known = held?.number === turn.number ? held.parts : undefined;
  const parts = known ?? (await get(store, keys.parts(turn.number, epoch)));
  return toPending(turn, epoch, parts);
}

/** Unsent parts, with their previews, then surplus previews. */
function toPending(
  { sent = {}, previews = {}, givenUp = [] }: OpenTurn,
  epoch: number,
  parts: readonly ReplyPart[] = [],
): readonly PendingPart[] {
  const pending = parts.flatMap((part, index): PendingPart[] => {
    if (sent[index] !== undefined) return [];
    if (givenUp.includes(index)) return [{ kind: "given-up", index }];
    const id = previews[index];
    return id === undefined
      ? [{ kind: "send", index, part, epoch }]
      : [{ kind: "edit", index, part, epoch, preview: { id } }];
  });
  const surplus = Object.entries(previews)
    .map(([index, id]) => ({ index: Number(index), preview: { id } }))
    .filter(({ index }) => index >= parts.length)
    .map((preview) => ({ kind: "remove" as const, ...preview }));
  return [...pending, ...surplus];
}

/** Records the receipt of the part, or of its preview, edited to show it. */
export function noteSent(
  context: MemoryContext,
  id: string,
  index: number,
  receipt: Receipt,
): Promise<void> {
  return changeTurn(context, id, (turn) => withSent(turn, { index, receipt }));
}

export function withSent(
  turn: OpenTurn,
  { index, receipt }: SentPart,
): OpenTurn {
  const sent = { ...turn.sent, [index]: receipt.id };
  return { ...turn, sent, attempts: 1 };
}

/** Records that the part is not tried again, unless the turn is reopened. */
export function noteGivenUp(
  context: MemoryContext,
  id: string,
  index: number,
): Promise<void> {
  return changeTurn(context, id, (turn) => ({
    ...turn,
    givenUp: [...(turn.givenUp ?? []), index],
    attempts: 1,
  }));
}

/** Records that the preview was deleted. */
export function noteRemoved(
  context: MemoryContext,
  id: string,
  index: number,
): Promise<void> {
  return changeTurn(context, id, (turn) => {
    const { [index]: _, ...previews } = turn.previews ?? {};
    return { ...turn, previews };
  });
}

/** Does nothing if the turn is closed. */
function changeTurn(
  { document }: MemoryContext,
  id: string,
  decide: (turn: OpenTurn) => OpenTurn,
): Promise<void> {
  return document.change<void>(
    (state) => {
      const turn = findOpen(state, id);
      return {
        ...(turn && { state: withOpen(state, decide(turn)) }),
        result: undefined,
      };
    },
    { isWork: document.held?.turn.id === id },
  );
}
