import { hashText } from "../../../runtime/hash.ts";
import { sumUsage } from "../../../text/tokens.ts";
import { keysUnder, type Piece } from "../../../types/store.ts";
import type { Step, Turn } from "../../../types/turn.ts";
import { findSpoken } from "../history/exchange.ts";
import { findQuestion } from "../pauses/pauses.ts";
import {
  get,
  keys,
  listUnder,
  valueAt,
  type Key,
  type PieceReader,
} from "../pieces.ts";
import {
  findOpen,
  isUnanswered,
  type ConversationState,
  type TurnState,
} from "../state.ts";

/** A turn's state and content. */
export interface LoadedTurn {
  readonly state: TurnState;
  readonly turn: Turn;
}

/** A turn's state without its content. */
export interface KnownTurn {
  readonly id: string;
  readonly state: TurnState;
}

/**
 * What is known of an id. `known`: its turn is open or closed, or was merged
 * into one that is.
 */
export type Recognition =
  | ({ readonly kind: "known" } & KnownTurn)
  | { readonly kind: "forgotten" }
  | { readonly kind: "unknown" };

export async function recognise(
  store: PieceReader,
  state: ConversationState,
  id: string,
): Promise<Recognition> {
  const open = findOpen(state, id);
  if (open !== undefined) return { kind: "known", id, state: open };
  const known = await get(store, keys.id(await hashText(id)));
  if (known === undefined) return { kind: "unknown" };
  if ("forgotten" in known) return { kind: "forgotten" };
  if ("turn" in known)
    return known.turn.number < state.firstTurn
      ? { kind: "forgotten" }
      : { kind: "known", id, state: known.turn };
  return findByNumber(store, state, known.mergedInto);
}

/** Finds the turn with that number. */
export async function findByNumber(
  store: PieceReader,
  state: ConversationState,
  number: number,
): Promise<Recognition> {
  if (number < state.firstTurn) return { kind: "forgotten" };
  const open = state.open.find((turn) => turn.number === number);
  if (open !== undefined) return { kind: "known", id: open.id, state: open };
  const [first] = await listUnder(store, keys.messages(number), { limit: 1 });
  if (first === undefined) return { kind: "unknown" };
  const { hash, message } = first.value;
  const known = await get(store, keys.id(hash));
  return known !== undefined && "turn" in known
    ? { kind: "known", id: message.id, state: known.turn }
    : { kind: "unknown" };
}

/** Loads what is known of an id; `undefined` if there is no turn. */
export async function loadKnown(
  store: PieceReader,
  state: ConversationState,
  known: Recognition,
): Promise<LoadedTurn | undefined> {
  return known.kind === "known" ? loadTurn(store, state, known) : undefined;
}

/** Loads a turn's content; `undefined` if its message is gone. */
export async function loadTurn(
  store: PieceReader,
  conversation: ConversationState,
  { id, state: stored }: KnownTurn,
): Promise<LoadedTurn | undefined> {
  const { number, ending } = stored;
  const pieces = await store.list(keysUnder(keys.turn(number)));
  const message = valueAt(pieces, keys.message(stored))?.message;
  if (message === undefined) return undefined;
  const isSuperseded = valueAt(pieces, keys.superseded(number));
  const state = isSuperseded ? withoutFailure(stored) : stored;
  const steps = assembleSteps(state, pieces);
  const spent =
    ending === undefined
      ? steps.map(({ usage }) => usage)
      : [ending.usage, ...under(pieces, keys.usage(number, ""))];
  const target =
    state.target === undefined
      ? undefined
      : await findByNumber(store, conversation, state.target);
  const rating =
    conversation.hasRatings && ending !== undefined
      ? await get(store, keys.rating(number))
      : undefined;
  const question =
    ending === undefined
      ? undefined
      : await findQuestion(store, conversation, state);
  const turn = toTurn(state, {
    id,
    message,
    steps,
    ...(!isUnanswered(state) && {
      reply: await findReply(store, state, pieces),
    }),
    usage: sumUsage(spent),
    ...(target?.kind === "known" && { target: target.id }),
    ...(rating && { rating }),
    ...(question && { question }),
  });
  return { state, turn };
}

/** Combines state and content into a turn as other modules see it. */
export function toTurn(
  {
    status,
    attempts,
    acceptedAt,
    startedAt,
    failure,
    isStopped,
    ending,
    runs,
    resumes,
  }: TurnState,
  said: Pick<
    Turn,
    | "id"
    | "message"
    | "steps"
    | "reply"
    | "usage"
    | "target"
    | "rating"
    | "question"
  >,
): Turn {
  return {
    ...said,
    status,
    attempts,
    acceptedAt,
    ...(startedAt !== undefined && { startedAt }),
    ...(failure !== undefined && { failure: failure.reason }),
    ...(isStopped && { isStopped }),
    ...(ending?.isForPerson && { isForPerson: true }),
    ...(ending?.isOverBudget && { isOverBudget: true }),
    ...(resumes && {
      resumed: {
        steps: resumes.steps,
        ...(runs.length === 1 && { isFresh: true }),
      },
    }),
  };
}

async function findReply(
  store: PieceReader,
  { number, ending }: TurnState,
  pieces: readonly Piece[],
): Promise<string> {
  // Failed with another turn whose user was gone.
  if (ending === undefined) return "";
  const { asked, epoch } = ending;
  const reply = valueAt(pieces, keys.reply(number, epoch));
  if (reply !== undefined || asked === undefined) return reply ?? "";
  const exchange = await get(store, keys.exchange(asked));
  return (exchange && findSpoken(exchange)?.text) ?? "";
}

/** A turn that was superseded after it failed no longer counts as failed. */
function withoutFailure(turn: TurnState): TurnState {
  const { failure: _, ...state } = turn;
  return { ...state, status: "delivered" };
}

/**
 * Collects the steps of all runs, in order. Ignores what a run wrote at or after
 * the index at which the next run began: the next run did not know of it.
 */
function assembleSteps(
  { number, runs }: Pick<TurnState, "number" | "runs">,
  pieces: readonly Piece[],
): readonly Step[] {
  const steps: Step[] = [];
  for (const [place, { epoch }] of runs.entries()) {
    const end = runs[place + 1]?.from ?? Infinity;
    const decided = under(pieces, keys.decided(number, epoch, 0));
    for (const { from, steps: made } of decided)
      for (const [index, step] of made.entries())
        if (from + index < end) steps[from + index] = step;
    // A read during a worker's write may see that, but not its decision.
    for (const { index, step } of under(pieces, keys.done(number, epoch, 0)))
      if (index < end && steps[index] !== undefined) steps[index] = step;
  }
  return steps;
}

/**
 * The values of all keys that differ from the given one in the last segment
 * only.
 */
function under<Value>(
  pieces: readonly Piece[],
  one: Key<Value>,
): readonly Value[] {
  const prefix = one.slice(0, one.lastIndexOf("/") + 1);
  return pieces
    .filter(({ key }) => key.startsWith(prefix))
    .flatMap(({ key }) => valueAt<Value>(pieces, key) ?? []);
}
