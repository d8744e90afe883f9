import type { ReadOptions, RecordedMessage } from "../../archive.ts";
import type {
  HistoryExtent,
  HistoryMessage,
  Recollection,
} from "../../history.ts";
import type { KeyRange, PieceQuery } from "../../store.ts";
import {
  get,
  type HistoryEntry,
  keys,
  listBetween,
  numberIn,
  type PieceReader,
  type StoredSettings,
} from "./pieces.ts";
import { entryOf, type Kept, sequenceOf } from "./remember.ts";
import type { ConversationState, OpenTurn } from "./state.ts";

/** Whether something of that time is as good as forgotten. */
export type IsExpired = (at: number) => boolean;

interface NumberedEntry extends HistoryEntry {
  readonly entry: number;
}

/** Of the window, in order. */
export type RecalledEntries = readonly NumberedEntry[];

/**
 * See `Memory.recall`.
 * @param known entries that were recalled before: only what has been added since is read
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
  /** Something is before the window that was not forgotten. */
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

/** What was written last may be missing where it is read in the cheap way: then all is read again. */
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

/** See `Memory.measureHistory`. Where messages expire, those that are left are counted. */
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
    options: { newest, oldest, before = Infinity, after = 0 } = {},
    isExpired,
  }: { options?: ReadOptions | undefined; isExpired: IsExpired },
): Promise<RecordedMessage[]> {
  const limit = oldest ?? newest ?? Infinity;
  const isNewestFirst = oldest === undefined;
  let from = Math.max(state.firstEntry, entryOf(after + 1));
  let to = Math.min(state.lastEntry, entryOf(Math.min(before, MAX) - 1));
  const messages: RecordedMessage[] = [];
  while (messages.length < limit && from <= to) {
    // Both messages of an entry may be wanted, or one of them at either end.
    const entries = await readEntries(store, {
      from,
      to,
      isNewestFirst,
      ...(limit !== Infinity && { limit: Math.ceil(limit / 2) + 1 }),
    });
    const last = entries.at(-1)?.entry;
    if (last === undefined) break;
    if (isNewestFirst) to = last - 1;
    else from = last + 1;
    const found = entries
      .filter((entry) => isShown(entry, state, isExpired))
      .map(toRecorded)
      .flatMap((pair) => (isNewestFirst ? pair.toReversed() : pair))
      .filter(({ sequence }) => sequence > after && sequence < before);
    messages.push(...found);
  }
  const chosen = messages.slice(0, limit);
  return isNewestFirst ? chosen.toReversed() : chosen;
}

/** More messages than any conversation has. */
const MAX = 2 ** 40;

/** It was not forgotten, nor has it expired: what is still open never does. */
function isShown(
  { number, at: [askedAt] }: HistoryEntry,
  { firstTurn, open }: ConversationState,
  isExpired: IsExpired,
): boolean {
  if (number < firstTurn) return false;
  return !isExpired(askedAt) || open.some((turn) => turn.number === number);
}

/** The same, and it was not edited since: a message that was is recalled until the turn of the edit begins. */
function isRecalled(
  entry: NumberedEntry,
  state: ConversationState,
  isExpired: IsExpired,
): boolean {
  const isHidden = state.hidden.some(
    ([from, to]) => from <= entry.entry && entry.entry <= to,
  );
  return !isHidden && isShown(entry, state, isExpired);
}

/** Pages in which the end of the history is looked through. */
const KEPT_PAGE = 20;

/** What is not before a turn. Only where that one was run again there is something of later ones in the history. */
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
    // What was answered before the turn came belongs to turns before it.
    if (entries.some(({ at }) => at[1] < acceptedAt)) break;
  }
  return {
    from: number,
    failures: failures.length,
    entries: kept.map(({ entry }) => entry),
    since: Math.min(...kept.map(({ at: [askedAt] }) => askedAt)),
  };
}

/** They expire with the last turn, unless they were changed since. */
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

function toMessages({
  entry,
  turn,
  at,
  texts,
  tokens,
  dataFrom,
}: NumberedEntry): HistoryMessage[] {
  return ([0, 1] as const).map((place) => ({
    sequence: sequenceOf(entry) + place,
    turn,
    role: place === 0 ? "user" : "assistant",
    text: texts[place],
    tokens: tokens[place],
    at: at[place],
    ...(place === 1 && dataFrom && { dataFrom }),
  }));
}

function toRecorded(entry: NumberedEntry): RecordedMessage[] {
  const { steps, hasSources = false, said, author, metadata } = entry;
  return toMessages(entry).map((message) => ({
    ...message,
    steps: message.role === "assistant" ? steps : 0,
    hasSources: message.role === "assistant" && hasSources,
    ...(message.role === "user" && said !== undefined && { said }),
    author,
    ...(metadata !== undefined && { metadata }),
  }));
}
