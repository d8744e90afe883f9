import type { IncomingMessage } from "../../message.ts";
import type { Turn } from "../../turn.ts";
import type { ConversationStore } from "./conversation-store.ts";
import { readOpenTurn } from "./read-turn.ts";
import {
  findOpenTurn,
  isUnanswered,
  type OpenTurn,
  type Root,
  withOpenTurn,
  withoutOpenTurns,
} from "./root.ts";

/** Those that nothing was done for yet; see `Memory`. */
export async function readWaitingTurns(
  store: ConversationStore,
): Promise<readonly Turn[]> {
  const { open } = await store.readRoot();
  const waiting = open.filter(({ status }) => status === "accepted");
  const turns = await Promise.all(
    waiting.map((turn) => readOpenTurn(store, turn)),
  );
  return turns.filter((turn) => turn !== undefined);
}

/**
 * Makes one turn of several; see `Memory`. The root says that it is so from then on, and where the message of all lies;
 * then the turns' own items are brought up to date, for the time when the root has forgotten it.
 */
export async function mergeTurns(
  store: ConversationStore,
  id: string,
  { others, message }: { others: readonly string[]; message: IncomingMessage },
): Promise<Turn | undefined> {
  const merged = await store.change(
    async (root) => {
      const turn = findOpenTurn(root, id);
      const waiting = others.flatMap(
        (other) => findOpenTurn(root, other) ?? [],
      );
      const isWhole =
        waiting.length === others.length &&
        waiting.every(({ status }) => status === "accepted");
      if (turn === undefined || !isUnanswered(turn) || !isWhole)
        return { result: undefined };
      const after = mergeIn(root, turn, waiting);
      const changed = findOpenTurn(after, id);
      if (changed?.merged === undefined) return { result: undefined };
      const path = [id, String(changed.merged.key)];
      const { number } = turn;
      const { epoch } = root;
      await store.items.merges.put(path, message, { turn: number, epoch });
      return { root: after, result: changed };
    },
    { isWork: true },
  );
  if (merged === undefined) return undefined;
  await settleMerge(store, merged);
  return readOpenTurn(store, merged);
}

/** Brings the items of merged turns up to date; once more where the process may have died before it was done. */
export async function settleMerge(
  store: ConversationStore,
  { id, number, merged }: OpenTurn,
): Promise<void> {
  if (merged === undefined) return;
  const { items, lastRead } = store;
  lastRead.clear();
  const { epoch } = await store.readRoot();
  const options = { isConsistent: true };
  const whole = await items.merges.get([id, String(merged.key)], options);
  const first = await items.turns.get([id], options);
  if (whole === undefined || first === undefined) return;
  const stored = { ...first.value, message: whole.value };
  await items.turns.put([id], stored, {
    turn: number,
    epoch,
    count: 1,
  });
  for (const other of merged.ids) {
    const part = await items.turns.get([other], options);
    if (part === undefined || part.value.message === undefined) continue;
    const { acceptedAt } = part.value;
    const { turn } = part;
    await items.turns.put(
      [other],
      { acceptedAt, mergedInto: id },
      {
        turn,
        epoch,
      },
    );
  }
}

function mergeIn(
  root: Root,
  turn: OpenTurn,
  others: readonly OpenTurn[],
): Root {
  const ids = others.map(({ id }) => id);
  const after = withoutOpenTurns(
    withOpenTurn(root, {
      ...turn,
      merged: {
        ids: [...(turn.merged?.ids ?? []), ...ids],
        key: Math.max(turn.number, ...others.map(({ number }) => number)),
      },
    }),
    ids,
  );
  const newest = after.open.at(-1) ?? turn;
  const isMerged = newest.merged !== undefined;
  return {
    ...after,
    turns: root.turns - others.length,
    newest: {
      id: newest.id,
      number: newest.number,
      ...(isMerged && { isMerged }),
    },
  };
}
