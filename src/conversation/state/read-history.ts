import type { ReadOptions, RecordedMessage } from "../../types/archive.ts";
import type { HistoryExtent, Recollection } from "../../types/history.ts";
import type { KeyRange, PieceQuery } from "../../types/store.ts";
import { toMessages, toRecorded, type NumberedEntry } from "./history-entry.ts";
import {
  get,
  keys,
  listBetween,
  numberIn,
  type HistoryEntry,
  type PieceReader,
  type StoredSettings,
} from "./pieces.ts";
import { entryOf, type Kept } from "./remember.ts";
import { isHidden, type ConversationState, type OpenTurn } from "./state.ts";

/** Whether something of that time has expired. */
type IsExpired = (at: number) => boolean;

/** The entries of the window, in order. */
export type RecalledEntries = readonly NumberedEntry[];

/**
 * See `Memory.recall`.
 * @param known entries recalled before: only later ones are read
 */
export async function recall(
  store: PieceReader,
  state: ConversationState,
  {
    isExpired,
    known = [],
  }: { isExpired: IsExpired; known?: RecalledEntries | undefined },
): Promise<{ recollection: Recollection; entries: RecalledEntries }> {
  const { window } = state;
  /** Whether anything that is not forgotten precedes the window. */
  const hasCut = window.start > state.firstEntry;
  const isCoverExpired = isExpired(window.coveredAt ?? Infinity);
  const [entries, summary, settings] = await Promise.all([
    readWindow(store, state, known),
    window.summary === undefined || isCoverExpired
      ? undefined
      : get(store, keys.summary(window.summary)),
    findSettings(store, state, isExpired),
  ]);
  const recalled = entries.filter((entry) =>
    isRecalled(entry, state, isExpired),
  );
  return {
    entries,
    recollection: {
      settings: settings?.settings ?? {},
      ...(summary !== undefined && {
        summary,
        ...(window.summaryFrom && { summaryFrom: window.summaryFrom }),
      }),
      messages: recalled.flatMap(toMessages),
      isCutUnannounced: hasCut && !window.isAnnounced && !isCoverExpired,
      version: window.version,
    },
  };
}

/** A stale read may lack the latest entries: in that case, reads again. */
async function readWindow(
  store: PieceReader,
  state: ConversationState,
  known: RecalledEntries,
): Promise<RecalledEntries> {
  const start = Math.max(state.window.start, state.firstEntry);
  const to = state.lastEntry;
  const before = known.filter(({ entry }) => entry >= start && entry <= to);
  const from = (before.at(-1)?.entry ?? start - 1) + 1;
  if (to < from) return before;
  const cheap = await readEntries(store, { from, to, mayBeStale: true });
  const isWhole =
    cheap.at(-1)?.entry === to &&
    cheap.every(({ entry }, index) => entry === (cheap[0]?.entry ?? 0) + index);
  const read = isWhole ? cheap : await readEntries(store, { from, to });
  return [...before, ...read];
}

/**
 * See `Memory.measureHistory`. If messages expire, counts the remaining ones.
 */
export async function measureHistory(
  store: PieceReader,
  state: ConversationState,
  isExpired: IsExpired | undefined,
): Promise<HistoryExtent> {
  const { entries, hiddenEntries, since, firstEntry, lastEntry } = state;
  if (isExpired === undefined) {
    const messages = 2 * (entries - hiddenEntries);
    return {
      messages,
      ...(messages > 0 && since !== undefined && { since }),
    };
  }
  const all = await readEntries(store, { from: firstEntry, to: lastEntry });
  const left = all.filter((entry) => isRecalled(entry, state, isExpired));
  const times = left.map(({ at: [askedAt] }) => askedAt);
  return {
    messages: 2 * left.length,
    ...(left.length > 0 && { since: Math.min(...times) }),
  };
}

/** See `ReadOptions`; oldest first. */
export async function readMessages(
  store: PieceReader,
  state: ConversationState,
  {
    options: {
      newest,
      oldest,
      before = Infinity,
      after = 0,
      includesUnanswered,
    } = {},
    isExpired,
  }: { options?: ReadOptions | undefined; isExpired: IsExpired },
): Promise<RecordedMessage[]> {
  const limit = oldest ?? newest ?? Infinity;
  const isNewestFirst = oldest === undefined;
  let from = Math.max(state.firstEntry, entryOf(after + 1));
  let to = Math.min(state.lastEntry, entryOf(Math.min(before, MAX) - 1));
  const messages: RecordedMessage[] = [];
  while (messages.length < limit && from <= to) {
    // One more, since at either end only one message of an entry may be wanted.
    const entries = await readEntries(store, {
      from,
      to,
      isNewestFirst,
      ...(limit !== Infinity && { limit: Math.ceil(limit / 2) + 1 }),
    });
    const replaced = await findReplaced(store, state, entries);
    const last = entries.at(-1)?.entry;
    if (last === undefined) break;
    if (isNewestFirst) to = last - 1;
    else from = last + 1;
    const found = entries
      .filter(
        (entry) =>
          isShown(entry, state, isExpired) &&
          !replaced.has(entry.entry) &&
          (includesUnanswered || !entry.isUnanswered),
      )
      .map(toRecorded)
      .flatMap((pair) => (isNewestFirst ? pair.toReversed() : pair))
      .filter(({ sequence }) => sequence > after && sequence < before);
    messages.push(...found);
  }
  const chosen = messages.slice(0, limit);
  return isNewestFirst ? chosen.toReversed() : chosen;
}

/** Those of the entries that an edit has replaced, or is about to. */
async function findReplaced(
  store: PieceReader,
  { open, hasReplaced }: ConversationState,
  entries: RecalledEntries,
): Promise<ReadonlySet<number>> {
  const numbers = entries.map(({ entry }) => entry);
  const waiting = entries.filter(({ number }) =>
    open.some(({ supersedes }) => supersedes === number),
  );
  const marks =
    hasReplaced && numbers.length > 0
      ? await store.list({
          from: keys.replaced(Math.min(...numbers)),
          to: keys.replaced(Math.max(...numbers)),
        })
      : [];
  return new Set([
    ...waiting.map(({ entry }) => entry),
    ...marks.map((mark) => numberIn(mark, 1)),
  ]);
}

/** More than any conversation's messages. */
const MAX = 2 ** 40;

/** Neither forgotten nor expired; entries of open turns never expire. */
function isShown(
  { number, at: [askedAt] }: HistoryEntry,
  { firstTurn, open }: ConversationState,
  isExpired: IsExpired,
): boolean {
  if (number < firstTurn) return false;
  return !isExpired(askedAt) || open.some((turn) => turn.number === number);
}

/**
 * Like `isShown`, and answered, and not edited since: an edited message is
 * recalled until the edit's turn begins.
 */
function isRecalled(
  entry: NumberedEntry,
  state: ConversationState,
  isExpired: IsExpired,
): boolean {
  return (
    !isHidden(state, entry.entry) &&
    !entry.isUnanswered &&
    isShown(entry, state, isExpired)
  );
}

/** Page size for scanning the end of the history. */
const KEPT_PAGE = 20;

/**
 * Finds what belongs to a turn and later ones. The history contains entries of
 * later turns only if the turn was run again.
 */
export async function findKept(
  store: PieceReader,
  { lastEntry, firstEntry, lastTurn }: ConversationState,
  { number, acceptedAt }: Pick<OpenTurn, "number" | "acceptedAt">,
): Promise<Kept> {
  const failures = await store.list({
    from: keys.failed(number),
    to: keys.failed(lastTurn),
  });
  const kept: NumberedEntry[] = [];
  for (let to = lastEntry; to >= firstEntry; to -= KEPT_PAGE) {
    const from = Math.max(firstEntry, to - KEPT_PAGE + 1);
    const entries = await readEntries(store, { from, to });
    kept.push(...entries.filter((entry) => entry.number >= number));
    // Entries answered before the turn was accepted belong to earlier turns.
    if (entries.some(({ at }) => at[1] < acceptedAt)) break;
  }
  return {
    from: number,
    failures: failures.length,
    entries: kept.map(({ entry }) => entry),
    since: Math.min(...kept.map(({ at: [askedAt] }) => askedAt)),
  };
}

/** Settings expire with the last turn, unless changed since. */
export async function findSettings(
  store: PieceReader,
  state: ConversationState,
  isExpired: IsExpired,
): Promise<StoredSettings | undefined> {
  if (!state.hasSettings) return undefined;
  const key = keys.settings(state.settingsVersion);
  const stored = await get(store, key);
  const isUnused = state.open.length === 0 && isExpired(state.lastAcceptedAt);
  return stored !== undefined && isUnused && isExpired(stored.changedAt)
    ? undefined
    : stored;
}

async function readEntries(
  store: PieceReader,
  {
    from,
    to,
    ...options
  }: { from: number; to: number } & Omit<PieceQuery, keyof KeyRange>,
): Promise<readonly NumberedEntry[]> {
  if (to < from) return [];
  const range = { from: keys.entry(from), to: keys.entry(to) };
  const pieces = await listBetween(store, range, options);
  return pieces.map((piece) => ({ ...piece.value, entry: numberIn(piece, 1) }));
}
