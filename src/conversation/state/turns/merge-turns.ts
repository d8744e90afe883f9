import type { IncomingMessage } from "../../../types/message.ts";
import { keysUnder } from "../../../types/store.ts";
import type { Turn } from "../../../types/turn.ts";
import type { MemoryContext } from "../memory-context.ts";
import { keys, toMessagePiece, toPiece } from "../pieces.ts";
import {
  findOpen,
  isUnanswered,
  withOpen,
  withoutOpen,
  type ConversationState,
  type Decision,
  type OpenTurn,
} from "../state.ts";

/**
 * Merges waiting turns, `others`, into a turn without a reply and sets its
 * message; their ids refer to it from then on. Returns `undefined` and changes
 * nothing if their status no longer allows it.
 */
export async function mergeTurns(
  { document, store, load }: MemoryContext,
  id: string,
  others: readonly string[],
  message: IncomingMessage,
): Promise<Turn | undefined> {
  let merged: readonly OpenTurn[] = [];
  const isMerged = await document.change(
    (state) => {
      merged = state.open.filter((turn) => others.includes(turn.id));
      return decideMerge(state, { id, others, message });
    },
    { isWork: true },
  );
  if (!isMerged) return undefined;
  await Promise.all(
    merged.map(({ number }) => store.erase(keysUnder(keys.turn(number)))),
  );
  const state = await document.read();
  const { held } = document;
  if (held?.turn.id !== id) return (await load(state, id))?.turn;
  const turn = { ...held.turn, message };
  document.hold({ ...held, turn });
  const isStopped = findOpen(state, id)?.isStopped;
  const steps = [...held.steps];
  return { ...turn, steps, ...(isStopped && { isStopped }) };
}

/** `false` if no longer possible. */
function decideMerge(
  state: ConversationState,
  {
    id,
    others,
    message,
  }: { id: string; others: readonly string[]; message: IncomingMessage },
): Decision<boolean> {
  const turn = findOpen(state, id);
  const waiting = others.flatMap((other) => findOpen(state, other) ?? []);
  const isStill =
    turn !== undefined &&
    isUnanswered(turn) &&
    waiting.length === others.length &&
    waiting.every(({ status }) => status === "accepted");
  if (!isStill) return { result: false };
  const merged = { ...turn, merges: (turn.merges ?? 0) + 1 };
  const numbers = waiting.map(({ number }) => number);
  const rest = withoutOpen(state, numbers);
  return {
    state: {
      ...withOpen(rest, merged),
      turns: state.turns - waiting.length,
      ...(state.newest !== undefined &&
        numbers.includes(state.newest) && { newest: turn.number }),
    },
    put: [
      toMessagePiece(merged, message),
      ...waiting.map(({ hash }) =>
        toPiece(keys.id(hash), { mergedInto: turn.number }),
      ),
    ],
    result: true,
  };
}
