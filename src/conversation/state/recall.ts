import type { HistoryExtent, Recollection } from "../../types/history.ts";
import {
  isShown,
  readEntries,
  toMessages,
  type NumberedEntry,
} from "./history-entry.ts";
import type { MemoryContext } from "./memory-context.ts";
import { get, keys, type PieceReader } from "./pieces.ts";
import { findSettings } from "./settings.ts";
import { isHidden, type ConversationState } from "./state.ts";

/**
 * The window and the summary of what precedes it. Reads only these, however
 * long the history is.
 */
export async function recall(context: MemoryContext): Promise<Recollection> {
  const { document, store, isExpired } = context;
  const state = await document.read();
  const { window } = state;
  const isCoverExpired = isExpired(window.coveredAt ?? Infinity);
  const [entries, summary, settings] = await Promise.all([
    readWindow(context, state),
    window.summary === undefined || isCoverExpired
      ? undefined
      : get(store, keys.summary(window.summary)),
    findSettings(context, state),
  ]);
  const recalled = entries.filter((entry) =>
    isRecalled(entry, state, isExpired),
  );
  /** Whether anything that is not forgotten precedes the window. */
  const hasCut = window.start > state.firstEntry;
  return {
    settings: settings?.settings ?? {},
    ...(summary !== undefined && {
      summary,
      ...(window.summaryFrom && { summaryFrom: window.summaryFrom }),
    }),
    messages: recalled.flatMap(toMessages),
    isCutUnannounced: hasCut && !window.isAnnounced && !isCoverExpired,
    version: window.version,
  };
}

/** The window as a run last recalled it. */
const lastRecalled = new WeakMap<
  MemoryContext,
  { readonly entries: readonly NumberedEntry[]; readonly epoch: number }
>();

/**
 * The entries of the window, in order. A run recalls them again at its end, one
 * entry longer: only that one is read.
 */
async function readWindow(
  context: MemoryContext,
  state: ConversationState,
): Promise<readonly NumberedEntry[]> {
  const { document, store } = context;
  const recalled = lastRecalled.get(context);
  const known = recalled?.epoch === state.epoch ? recalled.entries : [];
  const start = Math.max(state.window.start, state.firstEntry);
  const to = state.lastEntry;
  const before = known.filter(({ entry }) => entry >= start && entry <= to);
  const from = (before.at(-1)?.entry ?? start - 1) + 1;
  const entries = [...before, ...(await readNewer(store, { from, to }))];
  if (document.held === undefined) lastRecalled.delete(context);
  else lastRecalled.set(context, { entries, epoch: state.epoch });
  return entries;
}

/** A stale read may lack the latest entries: in that case, reads again. */
async function readNewer(
  store: PieceReader,
  { from, to }: { from: number; to: number },
): Promise<readonly NumberedEntry[]> {
  const cheap = await readEntries(store, { from, to, mayBeStale: true });
  const isWhole =
    (to < from || cheap.at(-1)?.entry === to) &&
    cheap.every(({ entry }, index) => entry === (cheap[0]?.entry ?? 0) + index);
  return isWhole ? cheap : readEntries(store, { from, to });
}

/**
 * Size of the whole history, including what precedes the window. Reads no
 * texts, unless turns expire: then it counts the remaining messages.
 */
export async function measureHistory({
  document,
  store,
  retentionMs,
  isExpired,
}: MemoryContext): Promise<HistoryExtent> {
  const state = await document.read();
  const { entries, hiddenEntries, since, firstEntry, lastEntry } = state;
  if (retentionMs === 0) {
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

/**
 * Like `isShown`, and answered, and not edited since: an edited message is
 * recalled until the edit's turn begins.
 */
function isRecalled(
  entry: NumberedEntry,
  state: ConversationState,
  isExpired: MemoryContext["isExpired"],
): boolean {
  return (
    !isHidden(state, entry.entry) &&
    !entry.isUnanswered &&
    isShown(entry, state, isExpired)
  );
}
