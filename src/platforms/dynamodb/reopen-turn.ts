import type { Turn } from "../../turn.ts";
import type { Ending } from "./conversation-items.ts";
import type { ConversationStore } from "./conversation-store.ts";
import { findLastFailed, noteRecovery } from "./failures.ts";
import { tidyParts } from "./parts.ts";
import { readStoredTurn } from "./read-stored-turn.ts";
import { readEnding, readTurn } from "./read-turn.ts";
import { findOpenTurn, type Root, withOpenTurn } from "./root.ts";

/** Opens a failed turn again; see `Memory`. */
export async function reopenTurn(
  store: ConversationStore,
  id: string,
): Promise<Turn | undefined> {
  const root = await store.change(async (before, { isNewest }) => {
    const after = isNewest ? await reopen(store, before, id) : undefined;
    return after === undefined
      ? { result: undefined }
      : { root: after, result: after };
  });
  if (root === undefined) return undefined;
  store.progress.delete(id);
  await noteReopened(store, root, id);
  return readTurn(store, root, id);
}

/** Opens the newest failed turn before the one that asks, once; see `Memory`. */
export async function reopenLastFailed(
  store: ConversationStore,
  asking: string,
): Promise<Turn | undefined> {
  const found = await store.change(async (root, { isNewest }) => {
    const turn = findOpenTurn(root, asking);
    if (turn === undefined || !isNewest) return { result: undefined };
    const { target } = turn;
    if (target !== undefined) return { result: { id: target, root } };
    const id = await findLastFailed(store, root, turn.number);
    if (id === undefined) return { result: undefined };
    const noted = withOpenTurn(root, { ...turn, target: id });
    const after = await reopen(store, noted, id);
    return after === undefined
      ? { result: undefined }
      : { root: after, result: { id, root: after } };
  });
  if (found === undefined) return undefined;
  await noteReopened(store, found.root, found.id);
  return readTurn(store, found.root, found.id);
}

/**
 * The root with the turn among the open ones; `undefined` for one that has not failed or is not closed. Wants the newest
 * root: what it erases of a turn that was opened again already would be missed.
 */
async function reopen(
  store: ConversationStore,
  root: Root,
  id: string,
): Promise<Root | undefined> {
  const stored = await readStoredTurn(store, id);
  const isClosed = findOpenTurn(root, id) === undefined;
  if (stored === undefined || !isClosed || stored.turn < root.firstNumber)
    return undefined;
  const { message, acceptedAt } = stored.value;
  if (store.isExpired(acceptedAt)) return undefined;
  const ending = message && (await readEnding(store, id));
  if (message === undefined || ending?.status !== "failed") return undefined;
  const isAnswered = hasAnswer(ending);
  const { target } = ending;
  await tidyParts(store, id, { ending, keepsSent: isAnswered });
  await noteRecovery(store, root, { id, number: stored.turn });
  return withOpenTurn(root, {
    id,
    number: stored.turn,
    // It was begun before, so that nothing is merged into it.
    status: isAnswered ? "answered" : "thinking",
    attempts: 0,
    isReopened: true,
    ...(message.command !== undefined && { isCommand: true }),
    ...(target !== undefined && { target }),
  });
}

/** Once more: who reported the turn before the root was swapped has found that it failed, and was done with it. */
async function noteReopened(
  store: ConversationStore,
  root: Root,
  id: string,
): Promise<void> {
  const turn = findOpenTurn(root, id);
  if (turn?.isReopened) await noteRecovery(store, root, turn);
}

/** The history has it: what is left of it is sent. */
function hasAnswer({ failed, reply = "" }: Ending): boolean {
  const failure = failed?.failure;
  return (failure === "undelivered" || failure === "gone") && reply !== "";
}
