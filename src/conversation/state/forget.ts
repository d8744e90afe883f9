import type { Forgotten } from "../../types/archive.ts";
import { eraseNow } from "./erase.ts";
import { expireSome, MAX_EXPIRED } from "./expire.ts";
import { readEntries, type NumberedEntry } from "./history-entry.ts";
import type { MemoryContext } from "./memory-context.ts";
import { keys, toPiece, type PieceReader } from "./pieces.ts";
import {
  findOpen,
  isUnanswered,
  withReport,
  type ConversationState,
  type Decision,
  type OpenTurn,
} from "./state.ts";

/**
 * Forgets the summary, the history and the turns: all of them, with the
 * settings, or those before the given open turn; at once for readers, then they
 * are erased piece by piece. Ids stay known. Usually all is erased on return;
 * some may remain if there are more than a thousand pieces, or if another
 * worker runs a turn: see `hasForgotten`.
 */
export async function forget(
  context: MemoryContext,
  options?: { before: string },
): Promise<Forgotten> {
  const { document, store } = context;
  while ((await expireSome(context)).count === MAX_EXPIRED);
  const forgotten = await document.change(async (state) => {
    if (options === undefined) return decideForgetting(state);
    const border = findOpen(state, options.before);
    return border === undefined
      ? { result: NOTHING_FORGOTTEN }
      : decideForgetting(state, await findKept(store, state, border));
  });
  await eraseNow(context);
  return forgotten;
}

/** What is kept if a conversation is forgotten in part. */
interface Kept {
  /** Turns with lower numbers are forgotten. */
  readonly from: number;
  /** Number of closed, failed turns that are kept. */
  readonly failures: number;
  /**
   * The kept history entries, and when the first of their questions was asked.
   */
  readonly entries: readonly number[];
  readonly since: number;
}

/** Page size for scanning the end of the history. */
const KEPT_PAGE = 20;

/**
 * Finds what belongs to a turn and later ones. The history contains entries of
 * later turns only if the turn was run again.
 */
async function findKept(
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

function decideForgetting(
  state: ConversationState,
  kept?: Kept,
): Decision<Forgotten> {
  if (state.lastTurn === 0 && !state.hasSettings)
    return { result: NOTHING_FORGOTTEN };
  const { from, failures, entries, since } = kept ?? {
    from: state.lastTurn + 1,
    failures: 0,
    entries: [],
    since: 0,
  };
  const forgotten = state.open.filter(({ number }) => number < from);
  const open = state.open.filter(({ number }) => number >= from);
  const turns = open.length + failures;
  const failedTurns = state.failedTurns - failures;
  const firstEntry = Math.min(state.lastEntry + 1, ...entries);
  const { hasSettings, since: _, ...rest } = state;
  const keepsSettings = kept !== undefined && hasSettings;
  const after: ConversationState = {
    ...rest,
    ...(keepsSettings && { hasSettings }),
    ...(entries.length > 0 && { since }),
    open,
    firstTurn: Math.max(from, state.firstTurn),
    turns,
    failedTurns: failures,
    firstEntry,
    entries: entries.length,
    hiddenEntries: 0,
    hidden: state.hidden.filter(([, last]) => last >= firstEntry),
    window: { start: firstEntry, version: state.window.version + 1 },
    isErasing: true,
  };
  return {
    state: failedTurns > 0 ? withReport(after) : after,
    put: forgotten.map(({ hash, number }) =>
      toPiece(keys.id(hash), { forgotten: number }),
    ),
    result: {
      messages: 2 * (state.entries - entries.length),
      turns: state.turns - turns,
      openTurns: forgotten.filter(isUnanswered).map(({ id }) => id),
      failedTurns:
        failedTurns +
        forgotten.filter(({ status }) => status === "failed").length,
      hadSettings: kept === undefined && hasSettings === true,
    },
  };
}

const NOTHING_FORGOTTEN: Forgotten = {
  messages: 0,
  turns: 0,
  openTurns: [],
  failedTurns: 0,
  hadSettings: false,
};
