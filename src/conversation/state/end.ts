import type { Receipt } from "../../types/channel.ts";
import type { Piece } from "../../types/store.ts";
import { toEntry, type End } from "./history-entry.ts";
import type { LoadedTurn } from "./load-turn.ts";
import { keys, toPiece, toReportPiece } from "./pieces.ts";
import {
  findOpen,
  isUnanswered,
  withHidden,
  withOpen,
  withoutOpen,
  withReport,
  type ConversationState,
  type Decision,
  type OpenTurn,
  type Outcome,
} from "./state.ts";

/**
 * Ends a turn without a reply, with its history and parts; also closes it if
 * there is nothing to send.
 */
export function endTurn(
  state: ConversationState,
  turn: OpenTurn,
  end: End,
): Decision<OpenTurn> {
  const { outcome, message, now } = end;
  const { parts, reply, history } = outcome;
  const answer = history[1];
  // A turn that was stopped while waiting has no run.
  const epoch = turn.runs.at(-1)?.epoch ?? 0;
  const put: Piece[] = [];
  let entry: number | undefined;
  const said = toEntry(turn, end);
  if (said !== undefined) {
    entry = state.lastEntry + 1;
    put.push(toPiece(keys.entry(entry), said));
  }
  if (reply !== answer?.text)
    put.push(toPiece(keys.reply(turn.number, epoch), reply));
  if (parts.length > 0)
    put.push(toPiece(keys.parts(turn.number, epoch), parts));
  const ended = toEnded(turn, end, { epoch, entry });
  const next = withEnded(state, ended, {
    ...outcome,
    isRecalled: said?.isUnanswered === undefined,
  });
  const { previews = {} } = turn;
  if (parts.length > 0 || Object.keys(previews).length > 0)
    return { state: next, put, result: ended };
  const status = outcome.status === "failed" ? "failed" : "delivered";
  const conversation = message?.conversation ?? "";
  const closing = closeTurn(next, turn.id, { status, conversation, now });
  return {
    ...closing,
    put: [...put, ...(closing.put ?? [])],
    result: { ...ended, status },
  };
}

function toEnded(
  turn: OpenTurn,
  { outcome, steps, now }: End,
  { epoch, entry }: { epoch: number; entry: number | undefined },
): OpenTurn {
  const { status, parts, usage, failure: reason = "error" } = outcome;
  const { isStopped: _, ...rest } = turn;
  return {
    ...rest,
    status,
    attempts: 1,
    ending: {
      epoch,
      ...(entry !== undefined && { entry }),
      steps: steps.length,
      parts: parts.length,
      ...(parts.some(({ file }) => file !== undefined) && { hasFile: true }),
      usage,
    },
    ...(outcome.isStopped && { isStopped: true }),
    ...(status === "failed" && {
      failure: { reason, at: now, attempts: turn.attempts },
    }),
  };
}

function withEnded(
  state: ConversationState,
  turn: OpenTurn,
  { announcesCut, isRecalled }: Outcome & { isRecalled: boolean },
): ConversationState {
  const { window, firstEntry, entries, since = Infinity } = state;
  const entry = turn.ending?.entry;
  const ended = withOpen(state, turn);
  return {
    ...(entry === undefined || isRecalled ? ended : withHidden(ended, entry)),
    ...(entry !== undefined && {
      lastEntry: entry,
      entries: entries + 1,
    }),
    ...(entry !== undefined &&
      isRecalled && { since: Math.min(since, turn.acceptedAt) }),
    ...(announcesCut &&
      window.start > firstEntry && {
        window: { ...window, isAnnounced: true },
      }),
  };
}

/** A delivered part of a reply, and its receipt. */
export interface SentPart {
  readonly index: number;
  readonly receipt: Receipt;
}

export function withSent(
  turn: OpenTurn,
  { index, receipt }: SentPart,
): OpenTurn {
  const sent = { ...turn.sent, [index]: receipt.id };
  return { ...turn, sent, attempts: 1 };
}

export function withGivenUp(turn: OpenTurn, index: number): OpenTurn {
  return { ...turn, givenUp: [...(turn.givenUp ?? []), index], attempts: 1 };
}

/** How a turn is closed. */
export interface Closing {
  readonly status: "delivered" | "failed";
  /**
   * Why delivery failed, if the turn had not failed before; default:
   * `undelivered`.
   */
  readonly failure?: "undelivered" | "gone";
  /** The part that was sent last, as with `Memory.noteSent`. */
  readonly sent?: SentPart | undefined;
  /** Replies may quote the sent parts by their receipts. */
  readonly isQuotable?: boolean | undefined;
}

/** Closes a turn; see `Memory.closeTurn`. */
export function closeTurn(
  state: ConversationState,
  id: string,
  {
    conversation,
    now,
    ...closing
  }: Closing & { conversation: string; now: number },
): Decision<void> {
  const open = findOpen(state, id);
  if (open === undefined) return { result: undefined };
  const { status, failure, sent } = closing;
  const turn = withUsefulPreviews(sent ? withSent(open, sent) : open);
  const isFailed = status === "failed";
  const isGone = isFailed && failure === "gone";
  const others = isGone ? findUnansweredOthers(state, turn) : [];
  const closed = [turn, ...others].map((one) => toClosed(one, closing, now));
  const failed = isFailed ? closed : [];
  const rest = withoutOpen(
    state,
    closed.map(({ number }) => number),
  );
  const reporting = isFailed ? withReport(rest) : rest;
  return {
    state: {
      ...reporting,
      failedTurns: rest.failedTurns + failed.length,
      ...(status === "delivered" && {
        lastAnswered: Math.max(state.lastAnswered, turn.number),
      }),
      ...(turn.runs.at(-1)?.epoch === state.epoch && { leasedUntil: 0 }),
    },
    put: [
      // Without the id, so that it stays anonymous once the turn is forgotten.
      ...closed.map(({ id: _id, hash, ...one }) =>
        toPiece(keys.id(hash), { turn: one }),
      ),
      ...failed.flatMap((one) => [
        toPiece(keys.failed(one.number), {
          id: one.id,
          conversation,
          ...(one.isCommand && { isCommand: true }),
        }),
        toReportPiece(reporting.reports, { ...one, conversation }),
      ]),
    ],
    result: undefined,
  };
}

function toClosed(
  { failure: before, ...turn }: OpenTurn,
  { status, failure: reason = "undelivered" }: Closing,
  now: number,
): OpenTurn {
  const failure = before ?? { reason, at: now, attempts: turn.attempts };
  return { ...turn, status, ...(status === "failed" && { failure }) };
}

/**
 * The turns that fail if the user is gone. Not commands, which have other
 * effects than their reply, and not asides, which end without an answer.
 */
function findUnansweredOthers(
  { open }: ConversationState,
  { number }: OpenTurn,
): readonly OpenTurn[] {
  return open.filter(
    (other) =>
      other.number !== number &&
      isUnanswered(other) &&
      !other.isCommand &&
      !other.isAside,
  );
}

/** Keeps previews of undelivered parts only, for a retry. */
function withUsefulPreviews({ previews = {}, ...turn }: OpenTurn): OpenTurn {
  const { sent = {}, ending } = turn;
  const useful = Object.entries(previews).filter(
    ([index]) =>
      Number(index) < (ending?.parts ?? 0) && sent[Number(index)] === undefined,
  );
  return useful.length > 0
    ? { ...turn, previews: Object.fromEntries(useful) }
    : turn;
}

/** Reopens a turn that has failed; see `Memory.reopenTurn`. */
export function reopenTurn(
  state: ConversationState,
  { state: turn, turn: { id, message, reply = "" } }: LoadedTurn,
  hash: string,
): Decision<boolean> {
  if (turn.status !== "failed") return { result: false };
  const { failure, givenUp: _g, ...answered } = turn;
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
  const { conversation } = message;
  const reporting = withReport(withOpen(state, opened));
  return {
    state: { ...reporting, failedTurns: state.failedTurns - 1 },
    put: [toReportPiece(reporting.reports, { ...opened, conversation })],
    result: true,
  };
}
