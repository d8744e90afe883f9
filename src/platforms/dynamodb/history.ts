import type {
  HistoryExtent,
  HistoryMessage,
  NewHistoryMessage,
} from "../../history.ts";
import type { IncomingMessage } from "../../message.ts";
import type { TurnStep } from "../../turn.ts";
import type { Entry } from "./collection.ts";
import type { HistoryEntry } from "./conversation-items.ts";
import type { ConversationStore } from "./conversation-store.ts";
import { toSortableNumber } from "./keys.ts";
import { LeaseLostError } from "./lease-errors.ts";
import type { OpenTurn, Root } from "./root.ts";

/** A question and its answer. */
export const MAX_IN_ENTRY = 2;

export interface HistoryAddition {
  readonly turn: OpenTurn;
  readonly messages: readonly NewHistoryMessage[];
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly author?: string | undefined;
  readonly metadata?: IncomingMessage["metadata"];
  /** That led to it. */
  readonly steps: readonly TurnStep[];
}

/** The root with a turn's messages behind those that it has; nobody sees them before it is swapped in. */
export async function appendHistory(
  { items }: ConversationStore,
  root: Root,
  {
    turn,
    messages,
    askedAt,
    answeredAt,
    author,
    metadata,
    steps,
  }: HistoryAddition,
): Promise<Root> {
  const hasSources = steps.some(({ sources = [] }) => sources.length > 0);
  const timed = messages.map((message) => ({
    ...message,
    at: message.role === "user" ? askedAt : answeredAt,
  }));
  for (let index = 0; index < timed.length; index += MAX_IN_ENTRY) {
    const sequence = root.lastSequence + 1 + index;
    const entry = timed.slice(index, index + MAX_IN_ENTRY);
    const isPut = await items.history.put(
      [toSortableNumber(sequence)],
      {
        turn: turn.id,
        messages: entry,
        steps: steps.length,
        ...(hasSources && { hasSources }),
        ...(author !== undefined && { author }),
        ...(metadata !== undefined && { metadata }),
      },
      { turn: turn.number, epoch: root.epoch, count: entry.length },
    );
    if (!isPut) throw new LeaseLostError();
  }
  const since = earliest([root.since, ...timed.map(({ at }) => at)]);
  return {
    ...root,
    lastSequence: root.lastSequence + timed.length,
    messages: root.messages + timed.length,
    ...(since !== undefined && { since }),
  };
}

/**
 * The history from a message on that are in it by the root, oldest first, without what people have edited since, and the
 * answers to that. What was written last may not be seen yet where it is read in the cheap way, nor what was edited last: then all is read again.
 */
export async function readHistoryFrom(
  store: ConversationStore,
  root: Root,
  start: number,
): Promise<readonly HistoryMessage[]> {
  const sequence = Math.max(start, root.firstSequence);
  if (root.lastSequence < sequence) return [];
  const read = (isConsistent: boolean) =>
    store.items.history.list({
      from: toSortableNumber(Math.max(sequence - (MAX_IN_ENTRY - 1), 0)),
      to: toSortableNumber(root.lastSequence),
      isConsistent,
    });
  const cheap = await read(false);
  const entries = isWhole(cheap, root) ? cheap : await read(true);
  return entries
    .filter((entry) => isRecalled(entry, root) && !isPast(store, root, entry))
    .flatMap(toMessages)
    .filter((message) => message.sequence >= sequence);
}

/** See `Memory`. Where messages expire, those that are left are counted. */
export async function measureHistory(
  store: ConversationStore,
): Promise<HistoryExtent> {
  const root = await store.readRoot();
  if (store.isExpiring) {
    const left = await readHistoryFrom(store, root, 1);
    const since = earliest(left.map(({ at }) => at));
    return { messages: left.length, ...(since !== undefined && { since }) };
  }
  const { messages, since } = root;
  return {
    messages,
    ...(messages > 0 && since !== undefined && { since }),
  };
}

/** Not the first one's: a turn that failed may have been answered behind later ones. */
export function earliest(
  times: readonly (number | undefined)[],
): number | undefined {
  return times.reduce(
    (first, at) => (at === undefined || (first ?? at) < at ? first : at),
    undefined,
  );
}

/** A message that was edited is recalled until the turn of the edit begins. */
function isRecalled(
  { value: { supersededBy }, turn }: Entry<HistoryEntry>,
  { firstNumber, open }: Root,
): boolean {
  const waits = open.some(
    ({ number, status }) => number === supersededBy && status === "accepted",
  );
  return turn >= firstNumber && (supersededBy === undefined || waits);
}

/** What came of a turn goes when its question does, unless the turn is open. */
export function isPast(
  { isExpired }: ConversationStore,
  { open }: Root,
  { value: { messages }, turn }: Entry<HistoryEntry>,
): boolean {
  const [first] = messages;
  const isOpen = open.some(({ number }) => number === turn);
  return first !== undefined && isExpired(first.at) && !isOpen;
}

/** Each begins where the one before ends, up to the root's last, and the last edit shows. */
function isWhole(
  entries: readonly Entry<HistoryEntry>[],
  { lastSequence, hidden = [] }: Root,
): boolean {
  const [first] = entries;
  let next = first && sequenceOf(first);
  for (const entry of entries) {
    const { messages, supersededBy } = entry.value;
    const isOld = supersededBy === undefined && hidden.includes(next ?? 0);
    if (sequenceOf(entry) !== next || isOld) return false;
    next += messages.length;
  }
  return next === lastSequence + 1;
}

/** Of its first message. */
export function sequenceOf({ name }: Entry<HistoryEntry>): number {
  return Number(name);
}

export function toMessages(entry: Entry<HistoryEntry>): HistoryMessage[] {
  const { turn, messages } = entry.value;
  return messages.map((message, index) => ({
    sequence: sequenceOf(entry) + index,
    turn,
    ...message,
  }));
}
