import { keysUnder, type KeyRange, type Store } from "../../../types/store.ts";
import { ConversationBusyError } from "../document.ts";
import type { MemoryContext } from "../memory-context.ts";
import {
  eraseAt,
  keys,
  listBetween,
  listUnder,
  numberIn,
  toPiece,
  type Key,
} from "../pieces.ts";
import type { ConversationState } from "../state.ts";

/** Pieces of each kind at a time; a thousand take about a second. */
const LIMIT = 1_000;

type ConversationStore = Store<ConversationState>;

/** Whether forgotten content remains to be erased. */
export async function hasForgotten({
  document,
}: MemoryContext): Promise<boolean> {
  return (await document.read()).isErasing === true;
}

/**
 * Erases some of what was forgotten. Throws `ConversationBusyError` while
 * another worker holds the lease, since it may still write pieces of forgotten
 * turns.
 */
export async function eraseForgotten({
  document,
  store,
  now,
}: MemoryContext): Promise<void> {
  const state = await document.readNewest();
  if (state.leasedUntil > now())
    throw new ConversationBusyError({
      retryAfterMs: state.leasedUntil - now(),
    });
  if (!(await erasePieces(store, state))) return;
  await document.change<void>((newest) => {
    const { isErasing: _, ...rest } = newest;
    return newest.firstTurn === state.firstTurn
      ? { state: rest, result: undefined }
      : { result: undefined };
  });
}

/**
 * Erases everything if there is a single owner. Otherwise a worker that runs a
 * turn may still write for forgotten turns, and the rest is erased later.
 */
export async function eraseNow(context: MemoryContext): Promise<void> {
  const { document, leaseMs, now } = context;
  const state = await document.readNewest();
  if (!state.isErasing) return;
  if (state.leasedUntil > now()) return;
  await eraseForgotten(context);
  if (leaseMs === 0) await eraseNow(context);
}

/**
 * Erases some pieces of each kind. Keeps the hashes of ids. Idempotent. Returns
 * whether nothing is left.
 */
async function erasePieces(
  store: ConversationStore,
  state: ConversationState,
): Promise<boolean> {
  const { firstTurn, events, firstMessage, lastMessage, messages } = state;
  // Some messages in the kept range belong to forgotten turns.
  if (messages < lastMessage - firstMessage + 1) await eraseGaps(store, state);
  const files = { from: keys.files(), to: keys.files(firstTurn) };
  const history = {
    from: keys.exchange(0),
    to: keys.exchange(firstMessage - 1),
  };
  const forks = { from: keys.fork(0), to: keys.fork(firstMessage - 1) };
  const failures = { from: keys.failed(0), to: keys.failed(firstTurn - 1) };
  const ratings = { from: keys.rating(0), to: keys.rating(firstTurn - 1) };
  const isDone = [
    await eraseSome(store, failures),
    await eraseTurns(store, firstTurn),
    await eraseSome(store, files),
    await eraseBelow(store, keys.pages(), firstTurn),
    await eraseBelow(store, keys.receipts(), firstTurn),
    await eraseBelow(store, keys.pauses(), firstTurn),
    await eraseSome(store, history),
    await eraseSome(store, forks),
    await eraseSome(store, ratings),
    events === undefined || (await eraseEvents(store, firstTurn, events.last)),
  ];
  await eraseOldVersions(store, state);
  if (state.schedules?.count === 0)
    await store.erase(keysUnder(keys.scheduled("")));
  return isDone.every(Boolean);
}

async function eraseSome(
  store: ConversationStore,
  range: KeyRange,
): Promise<boolean> {
  return (await store.erase({ ...range, limit: LIMIT })) < LIMIT;
}

/** Erases replaced summaries, settings and lists of schedules. */
export async function eraseOldVersions(
  store: Pick<ConversationStore, "erase">,
  { window, settingsVersion, hasSettings, schedules }: ConversationState,
): Promise<void> {
  const summary = (window.summary ?? window.version + 1) - 1;
  const settings = hasSettings ? settingsVersion - 1 : settingsVersion;
  const hasList = schedules && (schedules.count > 0 || schedules.hasMissed);
  const list = (schedules?.version ?? 0) - (hasList ? 1 : 0);
  await Promise.all([
    store.erase({ from: keys.summary(0), to: keys.summary(summary) }),
    store.erase({ from: keys.settings(0), to: keys.settings(settings) }),
    schedules &&
      store.erase({ from: keys.schedules(0), to: keys.schedules(list) }),
  ]);
}

/** Erases the pieces of turns, oldest first. */
async function eraseTurns(
  store: ConversationStore,
  below: number,
): Promise<boolean> {
  const range = { from: keys.turn(0), to: keys.turn(below) };
  const pieces = await store.list({ ...range, limit: LIMIT });
  const numbers = new Set(pieces.map((piece) => numberIn(piece, 1)));
  for (const number of numbers) {
    const messages = await listUnder(store, keys.messages(number), {
      limit: 1,
    });
    const hash = messages[0]?.value.hash;
    if (hash !== undefined)
      await store.put([toPiece(keys.id(hash), { forgotten: number })]);
  }
  const last = pieces.at(-1)?.key;
  if (last !== undefined) await store.erase({ from: range.from, to: last });
  return pieces.length < LIMIT;
}

/** Those that happened before the first turn that is kept. */
async function eraseEvents(
  store: ConversationStore,
  firstTurn: number,
  newest: number,
): Promise<boolean> {
  const range = { from: keys.event(0), to: keys.event(newest) };
  const found = await listBetween(store, range, { limit: LIMIT });
  const gone = found.filter(({ value }) => value.newest < firstTurn);
  const last = gone.at(-1)?.key;
  if (last !== undefined) await store.erase({ from: range.from, to: last });
  return gone.length < LIMIT;
}

async function eraseGaps(
  store: ConversationStore,
  { firstTurn, firstMessage, lastMessage }: ConversationState,
): Promise<void> {
  const range = {
    from: keys.exchange(firstMessage),
    to: keys.exchange(lastMessage),
  };
  for (const { key, value } of await listBetween(store, range))
    if (value.number < firstTurn) {
      await eraseAt(store, key);
      await eraseAt(store, keys.fork(numberIn({ key, value }, 1)));
    }
}

/**
 * Scans all pieces of the kind, since they are sorted by a hash and end with
 * their turn's number.
 */
async function eraseBelow(
  store: ConversationStore,
  kind: Key<unknown>,
  below: number,
): Promise<boolean> {
  const pieces = await listUnder(store, kind);
  const forgotten = pieces.filter((piece) => numberIn(piece, 2) < below);
  for (const { key } of forgotten.slice(0, LIMIT)) await eraseAt(store, key);
  return forgotten.length <= LIMIT;
}
