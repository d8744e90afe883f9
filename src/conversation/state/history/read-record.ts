import type {
  AskedQuestion,
  ConversationRecord,
  ReadOptions,
  RecordedMessage,
} from "../../../types/archive.ts";
import type { ShownRequest } from "../../../types/asking.ts";
import type { Rating } from "../../../types/rating.ts";
import type { Turn } from "../../../types/turn.ts";
import type { MemoryContext } from "../memory-context.ts";
import { findQuestion, pendingAt } from "../pauses/pauses.ts";
import { ownerAt, reasonOf, wantedIn } from "../people/owner.ts";
import { keys, listBetween, numberIn, type PieceReader } from "../pieces.ts";
import { clip } from "../ranges.ts";
import { findSettings, isEmptySettings } from "../settings.ts";
import { isUnanswered, type ConversationState } from "../state.ts";
import { findByNumber, loadKnown } from "../turns/load-turn.ts";
import {
  endOf,
  isShown,
  readExchanges,
  toMessages,
  type PlacedExchange,
} from "./exchange.ts";
import { isKept, readForks, shownPath, tipOf, versionsOf } from "./path.ts";

/** More failed turns would add nothing. */
const MAX_FAILED = 100;

/** Of an exchange. */
const USUAL_MESSAGES = 2;

/** The whole record; `undefined` if there is none, or it has expired. */
export async function readRecord(
  context: MemoryContext,
  options?: ReadOptions,
): Promise<ConversationRecord | undefined> {
  const { document, isExpired, now } = context;
  const state = await document.read();
  const owner = ownerAt(state, now());
  const { settings = {} } = (await findSettings(context, state)) ?? {};
  const isGone = state.open.length === 0 && isExpired(state.lastAcceptedAt);
  const { link } = state;
  if (state.turns === 0 || isGone)
    return isEmptySettings(settings) && link === undefined
      ? undefined
      : { settings, messages: [], openTurns: [], ...(link && { link }) };
  const [messages, openTurns, questions] = await Promise.all([
    readMessages(context, state, options),
    readOpenTurns(context, state),
    readQuestions(context, state),
  ]);
  const wanted = await findRequest(context, state);
  const record = {
    ...(owner && { owner }),
    ...(wanted && { wanted }),
    ...(link && { link }),
    settings,
    messages,
    openTurns,
    ...(questions.length > 0 && { questions }),
  };
  if (openTurns.length === 0) return record;
  const next = await findNextVersions(context, state);
  return { ...record, ...(next.length > 0 && { nextVersions: next }) };
}

/** With its reason, which the turn that asked has. */
async function findRequest(
  { store }: MemoryContext,
  state: ConversationState,
): Promise<ShownRequest | undefined> {
  const wanted = wantedIn(state);
  if (wanted === undefined) return undefined;
  const known = await findByNumber(store, state, wanted.turn);
  const turn = (await loadKnown(store, state, known))?.turn;
  const { since, until } = wanted;
  return (
    turn && {
      message: turn.id,
      reason: reasonOf(turn),
      since,
      ...(until !== undefined && { until }),
    }
  );
}

async function readQuestions(
  { store, now }: MemoryContext,
  state: ConversationState,
): Promise<readonly AskedQuestion[]> {
  const asked = pendingAt(state, now()).map(async (pause) => {
    const [turn, question] = await Promise.all([
      findByNumber(store, state, pause.number),
      findQuestion(store, state, pause),
    ]);
    return turn.kind === "known" && question
      ? [{ turn: turn.id, ...question }]
      : [];
  });
  return (await Promise.all(asked)).flat();
}

async function findNextVersions(
  { store, isExpired }: MemoryContext,
  state: ConversationState,
): Promise<readonly string[]> {
  const forks = await readForks(store, state);
  return forks
    .filter(({ after, isLone }) => after === tipOf(state) && !isLone)
    .filter((fork) => isKept(fork, state, isExpired))
    .map(({ turn }) => turn);
}

/**
 * Turns without a reply, and those that failed since the last answer; in order.
 */
async function readOpenTurns(
  { store, load }: MemoryContext,
  state: ConversationState,
): Promise<Turn[]> {
  const answered = state.open
    .filter(
      ({ status, origin }) => status === "answered" && origin === undefined,
    )
    .map(({ number }) => number);
  const last = Math.max(state.lastAnswered, ...answered);
  const range = {
    from: keys.failed(Math.max(state.firstTurn, last + 1)),
    to: keys.failed(state.lastTurn),
  };
  const failures = await listBetween(store, range, {
    isNewestFirst: true,
    limit: MAX_FAILED,
  });
  const open = state.open.filter(
    (turn) =>
      isUnanswered(turn) || (turn.status === "failed" && turn.number > last),
  );
  const ids = new Set([
    ...failures.map(({ value }) => value.id),
    ...open.map(({ id }) => id),
  ]);
  const loaded = await Promise.all([...ids].map((id) => load(state, id)));
  return loaded
    .flatMap((one) => one ?? [])
    .filter((one) => one.state.status === "failed" || isUnanswered(one.state))
    .toSorted((a, b) => a.state.number - b.state.number)
    .map(({ turn }) => turn);
}

/** See `ReadOptions`; oldest first. */
export async function readMessages(
  { store, isExpired }: Pick<MemoryContext, "store" | "isExpired">,
  state: ConversationState,
  {
    newest,
    oldest,
    before = Infinity,
    after = 0,
    includesUnanswered,
  }: ReadOptions = {},
): Promise<RecordedMessage[]> {
  const limit = oldest ?? newest ?? Infinity;
  const isNewestFirst = oldest === undefined;
  const forks = await readForks(store, state);
  // The message after `after` may be the answer to the one before it.
  const path = clip(shownPath(state, forks), [after, before - 1]);
  const messages: RecordedMessage[] = [];
  for (const part of isNewestFirst ? path.toReversed() : path) {
    let [from, to] = part;
    while (messages.length < limit && from <= to) {
      // One more, since at either end only one message of an exchange may be
      // wanted.
      const exchanges = await readExchanges(store, {
        from,
        to,
        isNewestFirst,
        ...(limit !== Infinity && {
          limit: Math.ceil((limit - messages.length) / USUAL_MESSAGES) + 1,
        }),
      });
      const ratings = await findRatings(store, state, exchanges);
      const last = exchanges.at(-1);
      if (last === undefined) break;
      if (isNewestFirst) to = last.sequence - 1;
      else from = endOf(last);
      const found = exchanges
        .filter(
          (exchange) =>
            isShown(exchange, state, isExpired) &&
            // An edit was accepted while its turn ran.
            !state.open.some(
              ({ supersedes }) => supersedes === exchange.number,
            ) &&
            (includesUnanswered || !exchange.isUnanswered),
        )
        .map((exchange) =>
          toMessages(exchange, {
            rating: ratings.get(exchange.number),
            versions: versionsOf(exchange.sequence, forks)
              .filter((one) => isKept(one, state, isExpired))
              .map(({ turn }) => turn),
          }),
        )
        .flatMap((pair) => (isNewestFirst ? pair.toReversed() : pair))
        .filter(({ sequence }) => sequence > after && sequence < before);
      messages.push(...found);
    }
  }
  const chosen = messages.slice(0, limit);
  return isNewestFirst ? chosen.toReversed() : chosen;
}

/** By the numbers of their turns. */
async function findRatings(
  store: PieceReader,
  { hasRatings }: ConversationState,
  exchanges: readonly PlacedExchange[],
): Promise<ReadonlyMap<number, Rating>> {
  const numbers = exchanges.map(({ number }) => number);
  if (!hasRatings || numbers.length === 0) return new Map();
  const pieces = await listBetween(store, {
    from: keys.rating(Math.min(...numbers)),
    to: keys.rating(Math.max(...numbers)),
  });
  return new Map(
    pieces.flatMap((piece) =>
      piece.value === null ? [] : [[numberIn(piece, 1), piece.value]],
    ),
  );
}
