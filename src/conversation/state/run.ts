import type { IncomingMessage } from "../../types/message.ts";
import type { Piece } from "../../types/store.ts";
import type { Turn } from "../../types/turn.ts";
import type { KnownTurn } from "./load-turn.ts";
import { keys, toMessagePiece, toPiece, toReportPiece } from "./pieces.ts";
import {
  findOpen,
  isHidden,
  isUnanswered,
  withHidden,
  withOpen,
  withoutOpen,
  withReport,
  type ConversationState,
  type Decision,
  type OpenTurn,
  type Run,
} from "./state.ts";

/** `busy`: another worker holds the lease until then. */
export type Beginning =
  | { readonly kind: "begun"; readonly turn: OpenTurn; readonly run: Run }
  | { readonly kind: "busy"; readonly until: number };

/**
 * Begins a run of a turn; see `Memory.beginAttempt`. Later writes of earlier
 * runs are ignored.
 * @param said the turn with its content
 * @param earlier the turn whose message this turn's message edits, if this turn
 * has not begun yet
 */
export function beginRun(
  state: ConversationState,
  turn: OpenTurn,
  {
    now,
    leaseMs,
    said,
    earlier,
  }: {
    now: number;
    leaseMs: number;
    said: Turn | undefined;
    earlier: KnownTurn | undefined;
  },
): Decision<Beginning> {
  if (state.leasedUntil > now)
    return { result: { kind: "busy", until: state.leasedUntil } };
  const run = { epoch: state.epoch + 1, from: said?.steps.length ?? 0 };
  const begun: OpenTurn = {
    ...turn,
    status: turn.status === "accepted" ? "thinking" : turn.status,
    startedAt: turn.attempts === 0 ? now : (turn.startedAt ?? now),
    attempts: turn.attempts + 1,
    runs: [...turn.runs, run],
  };
  const superseded =
    earlier === undefined
      ? { state: withOpen(state, begun), put: [] }
      : supersede(state, {
          turn: begun,
          earlier,
          conversation: said?.message.conversation ?? "",
        });
  return {
    state: {
      ...superseded.state,
      epoch: run.epoch,
      leasedUntil: leaseMs === 0 ? 0 : now + leaseMs,
    },
    put: superseded.put,
    result: { kind: "begun", turn: begun, run },
  };
}

/**
 * Turns the reply to the original message into the preview of the edit's reply.
 * The original is no longer shown, recalled or retried.
 */
function supersede(
  state: ConversationState,
  {
    turn,
    earlier: { id, state: earlier },
    conversation,
  }: { turn: OpenTurn; earlier: KnownTurn; conversation: string },
): { state: ConversationState; put: readonly Piece[] } {
  const sent = Object.values(earlier.sent ?? {});
  const previews = { ...Object.fromEntries(sent.entries()), ...turn.previews };
  const entry = earlier.ending?.entry;
  const isRecalled =
    entry !== undefined &&
    entry >= state.window.start &&
    earlier.number >= state.firstTurn &&
    !isHidden(state, entry);
  const hasFailed = earlier.status === "failed";
  const begun = withOpen(
    entry === undefined ? state : { ...state, hasReplaced: true },
    { ...turn, ...(sent.length > 0 && { previews }) },
  );
  const hidden = isRecalled ? withHidden(begun, entry) : begun;
  const replaced =
    entry === undefined ? [] : [toPiece(keys.replaced(entry), true)];
  if (!hasFailed) return { state: hidden, put: replaced };
  const reporting = withReport(hidden);
  return {
    state: {
      ...reporting,
      failedTurns: state.failedTurns - 1,
      lastAnswered: Math.max(state.lastAnswered, earlier.number),
    },
    put: [
      ...replaced,
      toPiece(keys.superseded(earlier.number), true),
      toReportPiece(reporting.reports, { ...earlier, id, conversation }),
    ],
  };
}

const NOTICE_INTERVAL_MS = 60_000;

/** See `Memory.takeNotice`. */
export function takeNotice(
  state: ConversationState,
  { number }: OpenTurn,
  now: number,
): Decision<boolean> {
  const { turn, at = -Infinity } = state.notice ?? {};
  if (turn === number) return { result: true };
  if (at + NOTICE_INTERVAL_MS > now) return { result: false };
  return {
    state: { ...state, notice: { turn: number, at: now } },
    result: true,
  };
}

/** See `Memory.mergeTurns`; `false` if no longer possible. */
export function mergeTurns(
  state: ConversationState,
  {
    id,
    others,
    message,
  }: { id: string; others: readonly string[]; message: IncomingMessage },
): Decision<boolean> {
  const turn = findOpen(state, id);
  const waiting = others.flatMap((other) => findOpen(state, other) ?? []);
  const isStill =
    turn !== undefined &&
    isUnanswered(turn) &&
    waiting.length === others.length &&
    waiting.every(({ status }) => status === "accepted");
  if (!isStill) return { result: false };
  const merged = { ...turn, merges: (turn.merges ?? 0) + 1 };
  const numbers = waiting.map(({ number }) => number);
  const rest = withoutOpen(state, numbers);
  return {
    state: {
      ...withOpen(rest, merged),
      turns: state.turns - waiting.length,
      ...(state.newest !== undefined &&
        numbers.includes(state.newest) && {
          newest: Math.max(...rest.open.map(({ number }) => number)),
        }),
    },
    put: [
      toMessagePiece(merged, message),
      ...waiting.map(({ hash }) =>
        toPiece(keys.id(hash), { mergedInto: turn.number }),
      ),
    ],
    result: true,
  };
}
