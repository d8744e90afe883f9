import type { Forgotten } from "../../memory.ts";
import type { ConversationStore } from "./conversation-store.ts";
import { earliest, isPast, sequenceOf } from "./history.ts";
import { readStoredTurn } from "./read-stored-turn.ts";
import { isUnanswered, type Root } from "./root.ts";
import { kindOf, readEverything, sweep } from "./sweep.ts";
import type { Item } from "./table.ts";

/** What is forgotten, and what is left of the history. */
interface Tally {
  readonly turns: number;
  readonly messages: number;
  readonly left: {
    readonly messages: number;
    readonly since: number | undefined;
    readonly firstSequence: number;
  };
}

/**
 * Erases a conversation, or what was before a turn; see `Memory`. It is forgotten once the root says so; then the items are
 * erased. Where the process dies meanwhile, or a worker still writes for a turn that is forgotten, the next turn that
 * begins erases the rest.
 */
export async function forget(
  store: ConversationStore,
  before: string | undefined,
): Promise<Forgotten> {
  const { result, root } = await store.change(async (now) => {
    if (now.version === 0) return { result: { result: NOTHING, root: now } };
    const border = await findBorder(store, now, before);
    const tally = await count(store, now, border);
    const gone = now.open.filter(({ number }) => number < border);
    const openTurns = gone.filter(isUnanswered).map(({ id }) => id);
    const after = cut(now, border, tally);
    const { messages, turns } = tally;
    const forgotten = { messages, turns, openTurns };
    return { root: after, result: { result: forgotten, root: after } };
  });
  if (root.version === 0) return result;
  store.progress.clear();
  store.lastRead.clear();
  await sweep(store, root);
  await noteSwept(store);
  return result;
}

const NOTHING: Forgotten = { messages: 0, turns: 0, openTurns: [] };

/** The number of the first turn that is kept. */
async function findBorder(
  store: ConversationStore,
  { open, lastNumber, firstNumber }: Root,
  before: string | undefined,
): Promise<number> {
  if (before === undefined) return lastNumber + 1;
  const number =
    open.find(({ id }) => id === before)?.number ??
    (await readStoredTurn(store, before))?.turn ??
    lastNumber + 1;
  return Math.max(number, firstNumber);
}

async function count(
  store: ConversationStore,
  root: Root,
  border: number,
): Promise<Tally> {
  let turns = 0;
  let messages = 0;
  let messagesLeft = 0;
  let since: number | undefined;
  let firstSequence: number | undefined;
  for await (const item of readEverything(store)) {
    const turn = Number(item["turn"]);
    const size = Number(item["count"] ?? 0);
    if (turn < root.firstNumber || size === 0) continue;
    if (turn < border && kindOf(item) === "turn")
      turns += (await isExpiredTurn(store, item)) ? 0 : size;
    if (kindOf(item) !== "history") continue;
    if (turn < border && !store.isExpiring) {
      messages += size;
      continue;
    }
    const entry = await store.items.history.read(item);
    if (turn < border) {
      messages += isPast(store, root, entry) ? 0 : size;
      continue;
    }
    const { value } = entry;
    firstSequence ??= sequenceOf(entry);
    if (value.supersededBy !== undefined) continue;
    messagesLeft += size;
    since = earliest([since, ...value.messages.map(({ at }) => at)]);
  }
  const left = {
    messages: messagesLeft,
    since,
    firstSequence: firstSequence ?? root.lastSequence + 1,
  };
  const kept = root.open.filter(({ number }) => number >= border).length;
  return {
    // Without those that were never accepted: their items are there, and nobody has counted them.
    turns: Math.min(turns, root.turns - kept),
    messages,
    left,
  };
}

/** What has expired was forgotten before, though it is still there. */
async function isExpiredTurn(
  { items, isExpiring, isExpired }: ConversationStore,
  item: Item,
): Promise<boolean> {
  if (!isExpiring) return false;
  return isExpired((await items.turns.read(item)).value.acceptedAt);
}

/** What is left of the history is in the window again. */
function cut(
  root: Root,
  border: number,
  { turns, left: { messages, since, firstSequence } }: Tally,
): Root {
  const { since: _, newest, ...rest } = root;
  return {
    ...rest,
    open: root.open.filter(({ number }) => number >= border),
    ...(newest !== undefined && newest.number >= border && { newest }),
    firstNumber: border,
    isToSweep: true,
    turns: Math.max(root.turns - turns, 0),
    firstSequence,
    messages,
    ...(since !== undefined && { since }),
    window: { start: 0, version: root.window.version + 1 },
  };
}

/** A worker that runs may still write for a turn that is forgotten. */
function noteSwept(store: ConversationStore): Promise<void> {
  return store.change<void>((root) => {
    const { isToSweep, ...rest } = root;
    const isSwept = isToSweep !== undefined && store.busyUntil(root) === 0;
    return isSwept ? { root: rest, result: undefined } : { result: undefined };
  });
}
