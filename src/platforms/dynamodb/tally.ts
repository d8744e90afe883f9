import type { Entry } from "./collection.ts";
import type { HistoryEntry } from "./conversation-items.ts";
import type { ConversationStore } from "./conversation-store.ts";
import { earliest, isPast, sequenceOf } from "./history.ts";
import { toSortableNumber } from "./keys.ts";
import { isUnanswered, type Root } from "./root.ts";
import { kindOf, readEverything } from "./sweep.ts";
import type { Item } from "./table.ts";

/** Items that are read to count: a fraction of a second. */
const MAX_COUNTED = 2_000;
/** Entries of the history that are read at a time. */
const PAGE = 100;

/** What is forgotten, and what is left of the history. */
export interface Tally {
  readonly turns: number;
  readonly messages: number;
  readonly left: Rest;
}

interface Rest {
  readonly messages: number;
  /** Those that were edited since. */
  readonly hidden: number;
  readonly since: number | undefined;
  readonly firstSequence: number;
}

/**
 * Counts what is before a turn. Mostly the root knows all of it, since nothing behind has ended. Else it is counted, unless
 * that were too much for one who waits: then the numbers may be off by what has expired, and by what ended behind.
 */
export async function tally(
  store: ConversationStore,
  root: Root,
  border: number,
): Promise<Tally> {
  const isNothingLeft = hasNothingBehind(root, border);
  if (isNothingLeft && !store.isExpiring) return estimate(root, border);
  return (
    (await count(store, root, border)) ??
    estimate(
      root,
      border,
      isNothingLeft ? undefined : await findRest(store, root, border),
    )
  );
}

/** All turns from there on are without a reply. */
function hasNothingBehind({ open, lastNumber }: Root, border: number): boolean {
  const waiting = open
    .filter((turn) => turn.number >= border && isUnanswered(turn))
    .reduce((sum, { merged }) => sum + 1 + (merged?.ids.length ?? 0), 0);
  return waiting === lastNumber - border + 1;
}

function estimate(root: Root, border: number, rest?: Rest): Tally {
  const { turns, messages, hiddenMessages = 0, open, lastNumber } = root;
  const kept =
    rest === undefined
      ? open.filter(({ number }) => number >= border).length
      : lastNumber - border + 1;
  const left = rest ?? nothingOf(root);
  const all = messages + hiddenMessages;
  return {
    turns: Math.max(turns - kept, 0),
    messages: Math.max(all - left.messages - left.hidden, 0),
    left,
  };
}

/** `undefined` where there is too much. */
async function count(
  store: ConversationStore,
  root: Root,
  border: number,
): Promise<Tally | undefined> {
  let items = 0;
  let turns = 0;
  let messages = 0;
  let left = nothingOf(root);
  for await (const item of readEverything(store)) {
    if (++items > MAX_COUNTED) return undefined;
    const turn = Number(item["turn"]);
    const size = Number(item["count"] ?? 0);
    if (turn < root.firstNumber || size === 0) continue;
    if (turn < border && kindOf(item) === "turn")
      turns += (await isExpiredTurn(store, item)) ? 0 : size;
    if (kindOf(item) !== "history") continue;
    const entry = await store.items.history.read(item);
    if (turn >= border) left = withEntry(left, entry);
    else messages += isPast(store, root, entry) ? 0 : size;
  }
  const kept = root.open.filter(({ number }) => number >= border).length;
  return {
    // Without those that were never accepted: their items are there, and nobody has counted them.
    turns: Math.min(turns, root.turns - kept),
    messages,
    left,
  };
}

/** Newest first, until many in a row are not among it: few turns that were run again lie between those that are. */
async function findRest(
  { items }: ConversationStore,
  root: Root,
  border: number,
): Promise<Rest> {
  let rest = nothingOf(root);
  let to = root.lastSequence;
  for (;;) {
    const entries = await items.history.list({
      to: toSortableNumber(to),
      limit: PAGE,
      isNewestFirst: true,
      isConsistent: true,
    });
    const kept = entries.filter(({ turn }) => turn >= border);
    for (const entry of kept) rest = withEntry(rest, entry);
    const last = entries.at(-1);
    if (kept.length === 0 || last === undefined || entries.length < PAGE)
      return rest;
    to = sequenceOf(last) - 1;
  }
}

function nothingOf({ lastSequence }: Root): Rest {
  return {
    messages: 0,
    hidden: 0,
    since: undefined,
    firstSequence: lastSequence + 1,
  };
}

function withEntry(
  { messages, hidden, since, firstSequence }: Rest,
  entry: Entry<HistoryEntry>,
): Rest {
  const { value } = entry;
  const first = Math.min(firstSequence, sequenceOf(entry));
  const size = value.messages.length;
  if (value.supersededBy !== undefined)
    return { messages, hidden: hidden + size, since, firstSequence: first };
  return {
    messages: messages + size,
    hidden,
    since: earliest([since, ...value.messages.map(({ at }) => at)]),
    firstSequence: first,
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
