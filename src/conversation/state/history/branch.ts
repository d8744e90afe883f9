import type { ChoiceOutcome } from "../../../types/archive.ts";
import type { Piece } from "../../../types/store.ts";
import type { MemoryContext } from "../memory-context.ts";
import { get, keys, toPiece, type PieceReader } from "../pieces.ts";
import {
  clip,
  countIn,
  gapsIn,
  includes,
  join,
  type Range,
} from "../ranges.ts";
import type { ConversationState } from "../state.ts";
import type { KnownTurn } from "../turns/load-turn.ts";
import { endOf, readExchanges, type PlacedExchange } from "./exchange.ts";
import {
  lastShared,
  newestTip,
  pathTo,
  readForks,
  tipOf,
  withHidden,
} from "./path.ts";

/**
 * Chooses the version of a question and its answer, by its turn: it is shown
 * and recalled, together with what followed it last. Changes nothing while a
 * turn is open, since that belongs to the former path.
 */
export function chooseVersion(
  context: MemoryContext,
  id: string,
): Promise<ChoiceOutcome> {
  const { document, store, find } = context;
  return document.change<ChoiceOutcome>(async (state) => {
    const known = await find(state, id);
    const asked =
      known.kind === "known" ? known.state.ending?.asked : undefined;
    if (asked === undefined) return { result: "unknown" };
    if (state.open.length > 0) return { result: "busy" };
    const forks = await readForks(store, state);
    if (includes(pathTo(tipOf(state), forks), asked))
      return { result: "chosen" };
    const chosen = {
      ...state,
      tip: newestTip(asked, forks, state),
      // Failures belong to the former path.
      lastAnswered: Math.max(state.lastAnswered, state.lastTurn),
    };
    return {
      state: await withPath(store, state, chosen),
      result: "chosen",
    };
  });
}

/**
 * Ends the path before the exchange of an edited turn: the exchange and what
 * follows it become a version that is not chosen. The next exchange is another
 * version.
 */
export async function branchOff(
  { store }: Pick<MemoryContext, "store">,
  state: ConversationState,
  { id: turn, state: { number, ending, acceptedAt: at } }: KnownTurn,
): Promise<{ state: ConversationState; put: readonly Piece[] }> {
  const asked = ending?.asked;
  const isHere =
    number >= state.firstTurn && (asked ?? 0) >= state.firstMessage;
  if (asked === undefined || !isHere) return { state, put: [] };
  const own = state.hasForks && (await get(store, keys.fork(asked)));
  const tip = own ? own.after : asked - 1;
  const fork = { after: tip, turn, number, at };
  const next: ConversationState = { ...state, tip, hasForks: true };
  return {
    state:
      asked >= state.window.start
        ? withHidden(next, [asked, state.lastMessage])
        : await withPath(store, state, next),
    put: own ? [] : [toPiece(keys.fork(asked), fork)],
  };
}

/**
 * Fits window and counts to another path. The window ends with the path, and is
 * no larger than it was, or than that of a short conversation. The summary
 * stays only if all that it covers is on that path, too.
 * @param before the state with the former path
 */
async function withPath(
  store: PieceReader,
  before: ConversationState,
  state: ConversationState,
): Promise<ConversationState> {
  const { firstMessage, lastMessage, window, messages } = state;
  const forks = await readForks(store, state);
  const former = pathTo(tipOf(before), forks);
  const path = clip(pathTo(tipOf(state), forks), [firstMessage, lastMessage]);
  const covered = clip(former, [0, window.start - 1]).at(-1)?.[1] ?? 0;
  const keepsSummary = covered <= lastShared(former, path);
  const was = await readEnd(store, clip(former, [window.start, lastMessage]));
  const recalled = await readEnd(
    store,
    clip(path, [keepsSummary ? covered + 1 : 0, lastMessage]),
    {
      maxExchanges: Math.max(was.length, 20),
      maxTokens: Math.max(countTokens(was), 4_000),
    },
  );
  const first = recalled[0]?.sequence;
  // Where nothing of the path is cut, the window has all versions, too.
  const isWhole = first === path[0]?.[0];
  const start = isWhole ? firstMessage : (first ?? lastMessage + 1);
  const unanswered = recalled
    .filter(({ isUnanswered }) => isUnanswered)
    .map((one): Range => [one.sequence, endOf(one) - 1]);
  const others = gapsIn(path, [start, lastMessage]);
  return {
    ...state,
    hidden: join([...others, ...unanswered]),
    hiddenMessages: messages - countIn(path) + countIn(unanswered),
    window: {
      ...(keepsSummary && window),
      start,
      // Rejects a pending summary of the former path.
      version: window.version + 1,
    },
  };
}

/** The last exchanges of a path, in order. */
async function readEnd(
  store: PieceReader,
  path: readonly Range[],
  { maxExchanges = Infinity, maxTokens = Infinity } = {},
): Promise<readonly PlacedExchange[]> {
  const end: PlacedExchange[] = [];
  for (const [from, to] of path.toReversed()) {
    const limit = maxExchanges - end.length;
    if (limit === 0) break;
    const options = limit === Infinity ? {} : { limit };
    const range = { from, to, isNewestFirst: true, ...options };
    end.push(...(await readExchanges(store, range)));
  }
  const excess = end.findIndex(
    (_, index) => countTokens(end.slice(0, index + 1)) > maxTokens,
  );
  return end.slice(0, excess === -1 ? undefined : excess).toReversed();
}

function countTokens(exchanges: readonly PlacedExchange[]): number {
  return exchanges
    .flatMap(({ messages }) => messages)
    .reduce((sum, { tokens }) => sum + tokens, 0);
}
