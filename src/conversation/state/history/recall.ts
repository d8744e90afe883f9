import type { HistoryExtent, Recollection } from "../../../types/history.ts";
import type { MemoryContext } from "../memory-context.ts";
import { get, keys, type PieceReader } from "../pieces.ts";
import { countIn, gapsIn, includes, type Range } from "../ranges.ts";
import { findSettings } from "../settings.ts";
import type { ConversationState } from "../state.ts";
import {
  askedAt,
  endOf,
  isShown,
  readExchanges,
  toMessages,
  type PlacedExchange,
} from "./exchange.ts";
import { isHidden, pathTo, readForks, tipOf } from "./path.ts";

/**
 * The window and the summary of what precedes it. Reads only these, however
 * long the history is.
 */
export async function recall(context: MemoryContext): Promise<Recollection> {
  const { document, store, isExpired } = context;
  const state = await document.read();
  const { window } = state;
  const isCoverExpired = isExpired(window.coveredAt ?? Infinity);
  const [exchanges, summary, settings] = await Promise.all([
    readWindow(context, state),
    window.summary === undefined || isCoverExpired
      ? undefined
      : get(store, keys.summary(window.summary)),
    findSettings(context, state),
  ]);
  const recalled = exchanges.filter((exchange) =>
    isRecalled(exchange, state, isExpired),
  );
  /** Whether anything that is not forgotten precedes the window. */
  const hasCut = window.start > state.firstMessage;
  return {
    settings: settings?.settings ?? {},
    ...(summary !== undefined && {
      summary,
      ...(window.summaryFrom && { summaryFrom: window.summaryFrom }),
    }),
    messages: recalled.flatMap((exchange) => toMessages(exchange)),
    isCutUnannounced: hasCut && !window.isAnnounced && !isCoverExpired,
    version: window.version,
    ...(state.link && { link: state.link }),
  };
}

/** The window as a run knows it: every exchange up to the sequence `end`. */
const lastRecalled = new WeakMap<
  MemoryContext,
  {
    readonly exchanges: readonly PlacedExchange[];
    readonly end: number;
    readonly epoch: number;
  }
>();

/**
 * Notes what the run has added to the window, so that it is not read when the
 * run recalls the window again at its end.
 */
export function noteExchange(
  context: MemoryContext,
  added: PlacedExchange,
): void {
  const recalled = lastRecalled.get(context);
  if (recalled === undefined || recalled.end !== added.sequence) return;
  const exchanges = [...recalled.exchanges, added];
  lastRecalled.set(context, { ...recalled, exchanges, end: endOf(added) });
}

/** The exchanges of the window, in order. */
async function readWindow(
  context: MemoryContext,
  state: ConversationState,
): Promise<readonly PlacedExchange[]> {
  const { document, store } = context;
  const recalled = lastRecalled.get(context);
  const known = recalled?.epoch === state.epoch ? recalled.exchanges : [];
  const start = Math.max(state.window.start, state.firstMessage);
  const to = state.lastMessage;
  const before = known.filter(
    ({ sequence }) => sequence >= start && sequence <= to,
  );
  const last = before.at(-1);
  const from = last === undefined ? start : endOf(last);
  const end = to + 1;
  const skipped = state.hidden.filter((range) => countIn([range]) > MAX_UNUSED);
  const newer = await Promise.all(
    gapsIn(skipped, [from, to]).map((part) => readNewer(store, part)),
  );
  const exchanges = [...before, ...newer.flat()];
  if (document.held === undefined) lastRecalled.delete(context);
  else lastRecalled.set(context, { exchanges, end, epoch: state.epoch });
  return exchanges;
}

/**
 * More messages that are not recalled are not read: regenerating an answer adds
 * two each time. Fewer are cheaper than another read.
 */
const MAX_UNUSED = 8;

/** A stale read may lack the latest exchanges: in that case, reads again. */
async function readNewer(
  store: PieceReader,
  [from, to]: Range,
): Promise<readonly PlacedExchange[]> {
  const cheap = await readExchanges(store, { from, to, mayBeStale: true });
  const last = cheap.at(-1);
  const isWhole =
    (to < from || (last !== undefined && endOf(last) === to + 1)) &&
    cheap.slice(1).every(({ sequence }, index) => {
      const previous = cheap[index];
      return previous !== undefined && endOf(previous) === sequence;
    });
  return isWhole ? cheap : readExchanges(store, { from, to });
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
  const { hiddenMessages, since, firstMessage, lastMessage } = state;
  if (retentionMs === 0) {
    const messages = state.messages - hiddenMessages;
    return {
      messages,
      ...(messages > 0 && since !== undefined && { since }),
    };
  }
  const [all, forks] = await Promise.all([
    readExchanges(store, { from: firstMessage, to: lastMessage }),
    readForks(store, state),
  ]);
  const path = pathTo(tipOf(state), forks);
  const left = all.filter(
    (one) => includes(path, one.sequence) && isRecalled(one, state, isExpired),
  );
  return {
    messages: left.flatMap(({ messages }) => messages).length,
    ...(left.length > 0 && { since: Math.min(...left.map(askedAt)) }),
  };
}

/**
 * Like `isShown`, and answered, and not edited since: an edited message is
 * recalled until the edit's turn begins.
 */
function isRecalled(
  exchange: PlacedExchange,
  state: ConversationState,
  isExpired: MemoryContext["isExpired"],
): boolean {
  return (
    !isHidden(state, exchange.sequence) &&
    !exchange.isUnanswered &&
    isShown(exchange, state, isExpired)
  );
}
