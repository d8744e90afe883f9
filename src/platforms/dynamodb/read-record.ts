import type { ConversationRecord, ReadOptions } from "../../archive.ts";
import { isEmptySettings } from "../../conversation/patch-settings.ts";
import type { Turn } from "../../turn.ts";
import type { ConversationStore } from "./conversation-store.ts";
import { readHistory } from "./read-history.ts";
import { readSettings } from "./settings.ts";
import { toSortableNumber } from "./keys.ts";
import { readStoredTurn } from "./read-stored-turn.ts";
import { readTurn } from "./read-turn.ts";
import { isUnanswered, type Root } from "./root.ts";

/** See `Memory`. */
export async function readRecord(
  store: ConversationStore,
  options: ReadOptions = {},
): Promise<ConversationRecord | undefined> {
  const root = await store.readRoot();
  const settings = await readSettings(store, root);
  if (root.turns === 0 || (await isAllExpired(store, root)))
    return isEmptySettings(settings)
      ? undefined
      : { settings, messages: [], openTurns: [] };
  const [messages, openTurns] = await Promise.all([
    readHistory(store, root, options),
    readOpenTurns(store, root),
  ]);
  return { settings, messages, openTurns };
}

/** More of them say nothing new. */
const MAX_FAILED = 100;

/** Once the newest turn is, all are that have ended. */
async function isAllExpired(
  store: ConversationStore,
  { open, newest }: Root,
): Promise<boolean> {
  if (!store.isExpiring || open.length > 0) return false;
  const stored = newest && (await readStoredTurn(store, newest.id));
  return stored === undefined || store.isExpired(stored.value.acceptedAt);
}

/** Those without a reply yet, and those that failed since the last answer. */
async function readOpenTurns(
  store: ConversationStore,
  root: Root,
): Promise<readonly Turn[]> {
  const answered = root.open.filter(({ status }) => status === "answered");
  const lastAnswered = Math.max(
    root.lastAnswered,
    ...answered.map(({ number }) => number),
  );
  const first = Math.max(lastAnswered + 1, root.firstNumber);
  const failures = await store.items.failures.list({
    from: toSortableNumber(first),
    limit: MAX_FAILED,
    isNewestFirst: true,
    isConsistent: true,
  });
  const open = root.open.filter(
    (turn) =>
      isUnanswered(turn) || (turn.status === "failed" && turn.number >= first),
  );
  const numbers = new Map(open.map(({ number, id }) => [number, id]));
  for (const { turn, value } of failures)
    if (root.open.every(({ id }) => id !== value.id))
      numbers.set(turn, value.id);
  const ids = [...numbers].toSorted(([a], [b]) => a - b).map(([, id]) => id);
  const turns = await Promise.all(ids.map((id) => readTurn(store, root, id)));
  return turns.filter((turn) => turn !== undefined);
}
