import { hashText } from "../../../runtime/hash.ts";
import type { Turn } from "../../../types/turn.ts";
import type { MemoryContext } from "../memory-context.ts";
import { eraseAt, keys, listBetween } from "../pieces.ts";
import {
  findOpen,
  withOpen,
  type ConversationState,
  type Decision,
  type OpenTurn,
} from "../state.ts";
import { findByNumber, type LoadedTurn } from "./load-turn.ts";

/**
 * Reopens a failed turn with its attempts reset. Keeps its steps, so that it
 * resumes after them, but not its notice. If it has an answer, only the unsent
 * parts are delivered. Returns `undefined` and changes nothing if the turn is
 * not failed or not closed.
 */
export async function reopenTurn(
  context: MemoryContext,
  id: string,
): Promise<Turn | undefined> {
  const isReopened = await context.document.change(async (state) => {
    const found = await context.load(state, id);
    return found?.turn.id !== id || findOpen(state, id) !== undefined
      ? { result: false }
      : decideReopening(state, found, await hashText(id));
  });
  return isReopened ? readReopened(context, id) : undefined;
}

/**
 * Like `reopenTurn`, for the newest failed turn before the turn `asking`,
 * except commands. That one becomes the `target` of `asking`; repeated calls
 * return it and change nothing.
 */
export async function reopenLastFailed(
  context: MemoryContext,
  asking: string,
): Promise<Turn | undefined> {
  const { document, store, load } = context;
  const found = await document.change<Target | undefined>(async (state) => {
    const turn = findOpen(state, asking);
    if (turn === undefined) return { result: undefined };
    if (turn.target !== undefined) {
      const known = await findByNumber(store, state, turn.target);
      if (known.kind !== "known") return { result: undefined };
      return { result: { id: known.id, wasReopened: true } };
    }
    const failed = await findLastFailed(context, state, turn.number);
    if (failed === undefined) return { result: undefined };
    const { id } = failed.turn;
    const target = failed.state.number;
    const marked = withOpen(state, { ...turn, target });
    return {
      ...decideReopening(marked, failed, await hashText(id)),
      result: { id, wasReopened: false },
    };
  });
  if (found === undefined) return undefined;
  return found.wasReopened
    ? (await load(await document.read(), found.id))?.turn
    : readReopened(context, found.id);
}

interface Target {
  readonly id: string;
  /** Reopened by an earlier call for the same turn. */
  readonly wasReopened: boolean;
}

/** The newest failed turn with a lower number, except commands. */
async function findLastFailed(
  { store, load }: MemoryContext,
  state: ConversationState,
  before: number,
): Promise<LoadedTurn | undefined> {
  const range = {
    from: keys.failed(state.firstTurn),
    to: keys.failed(before - 1),
  };
  const failures = await listBetween(store, range, { isNewestFirst: true });
  for (const { value } of failures) {
    const found = value.isCommand ? undefined : await load(state, value.id);
    if (found?.state.status === "failed") return found;
  }
  return undefined;
}

/** Loads a reopened turn and removes it from the failed ones. */
async function readReopened(
  { document, store, load }: MemoryContext,
  id: string,
): Promise<Turn | undefined> {
  const found = await load(await document.read(), id);
  if (found === undefined) return undefined;
  await eraseAt(store, keys.failed(found.state.number));
  return found.turn;
}

function decideReopening(
  state: ConversationState,
  { state: turn, turn: { id, reply = "" } }: LoadedTurn,
  hash: string,
): Decision<boolean> {
  if (turn.status !== "failed") return { result: false };
  const { failure, givenUp: _g, isTaken: _t, ...answered } = turn;
  const {
    isStopped: _s,
    ending: _e,
    sent: _n,
    startedAt: _a,
    ...unanswered
  } = answered;
  const wasUndelivered =
    failure?.reason === "undelivered" || failure?.reason === "gone";
  const hasAnswer = wasUndelivered && reply !== "";
  const opened: OpenTurn = {
    ...(hasAnswer ? answered : unanswered),
    id,
    hash,
    status: hasAnswer ? "answered" : "thinking",
    attempts: 0,
  };
  return {
    state: {
      ...withOpen(state, opened),
      failedTurns: state.failedTurns - 1,
    },
    result: true,
  };
}
