import type { Receipt } from "../../channel.ts";
import type { IncomingMessage } from "../../message.ts";
import type { Piece } from "../../store.ts";
import type { FailureReason, TurnStep } from "../../turn.ts";
import { nameFiles } from "./files.ts";
import {
  type HistoryEntry,
  keys,
  type StoredFailure,
  type StoredReport,
} from "./pieces.ts";
import {
  type ConversationState,
  type Decision,
  type Ending,
  findOpen,
  isUnanswered,
  type OpenTurn,
  type Outcome,
  type TurnState,
  withOpen,
  withoutOpen,
  withReport,
} from "./state.ts";

/**
 * Ends a turn with its history and parts; closes it, too, where there is nothing to send. `undefined`, and nothing changed, where it has
 * ended already or was forgotten.
 */
export function endTurn(
  state: ConversationState,
  {
    id,
    outcome,
    steps,
    message,
    now,
  }: {
    id: string;
    outcome: Outcome;
    steps: readonly TurnStep[];
    message: IncomingMessage | undefined;
    now: number;
  },
): Decision<OpenTurn | undefined> {
  const turn = findOpen(state, id);
  if (turn === undefined || !isUnanswered(turn)) return { result: undefined };
  const { parts, usage, reply, history } = outcome;
  const isFailed = outcome.status === "failed";
  const hasEntry = history.length > 0;
  // One that was stopped while it waited has never been run.
  const epoch = turn.runs.at(-1)?.epoch ?? 0;
  const entry = state.lastEntry + 1;
  const ending: Ending = {
    epoch,
    ...(hasEntry && { entry }),
    steps: steps.length,
    parts: parts.length,
    ...(parts.some(({ file }) => file !== undefined) && { hasFile: true }),
    usage,
  };
  const { isStopped: _, ...rest } = turn;
  const ended: OpenTurn = {
    ...rest,
    status: outcome.status,
    attempts: 1,
    ending,
    ...(outcome.isStopped && { isStopped: true }),
    ...(isFailed && {
      failure: {
        reason: outcome.failure ?? "error",
        at: now,
        attempts: turn.attempts,
      },
    }),
  };
  const [question, answer] = history;
  const files = message === undefined ? [] : nameFiles(message);
  const put: Piece[] = hasEntry
    ? [
        {
          key: keys.entry(entry),
          value: {
            turn: id,
            number: turn.number,
            at: [turn.acceptedAt, now],
            texts: [question?.text ?? "", answer?.text ?? ""],
            tokens: [question?.tokens ?? 0, answer?.tokens ?? 0],
            steps: steps.length,
            ...(steps.some(({ sources = [] }) => sources.length > 0) && {
              hasSources: true,
            }),
            ...(answer?.dataFrom && { dataFrom: answer.dataFrom }),
            ...(files.length > 0 && {
              said: { text: message?.text ?? "", files },
            }),
            author: message?.author.id ?? "",
            ...(message?.metadata && { metadata: message.metadata }),
          } satisfies HistoryEntry,
        },
      ]
    : [];
  if (reply !== answer?.text)
    put.push({ key: keys.reply(turn.number, epoch), value: reply });
  if (parts.length > 0)
    put.push({ key: keys.parts(turn.number, epoch), value: parts });
  const next: ConversationState = {
    ...withOpen(state, ended),
    ...(hasEntry && {
      lastEntry: entry,
      entries: state.entries + 1,
      since: Math.min(state.since ?? Infinity, turn.acceptedAt),
    }),
    ...(outcome.announcesCut &&
      state.window.start > state.firstEntry && {
        window: { ...state.window, isAnnounced: true },
      }),
  };
  const isSent = parts.length === 0 && countOf(turn.previews) === 0;
  if (!isSent) return { state: next, put, result: ended };
  const closing = closeTurn(next, {
    id,
    status: isFailed ? "failed" : "delivered",
    conversation: message?.conversation ?? "",
    now,
  });
  return {
    ...(closing.state !== undefined && { state: closing.state }),
    put: [...put, ...(closing.put ?? [])],
    result: isFailed ? ended : { ...ended, status: "delivered" },
  };
}

/** The part, or its preview that was edited to show it, has that receipt. */
export function noteSent(
  state: ConversationState,
  { id, index, receipt }: { id: string; index: number; receipt: Receipt },
): Decision<void> {
  const turn = findOpen(state, id);
  if (turn === undefined) return { result: undefined };
  const sent = { ...turn.sent, [index]: receipt.id };
  const noted = { ...turn, sent, attempts: 1 };
  return { state: withOpen(state, noted), result: undefined };
}

/** Nothing more is done for the turn; see `Memory.closeTurn`. */
export function closeTurn(
  state: ConversationState,
  {
    id,
    status,
    failure = "undelivered",
    conversation,
    now,
  }: {
    id: string;
    status: "delivered" | "failed";
    failure?: FailureReason | undefined;
    /** Its id. */
    conversation: string;
    now: number;
  },
): Decision<void> {
  const turn = findOpen(state, id);
  if (turn === undefined) return { result: undefined };
  const isGone = status === "failed" && failure === "gone";
  // Commands are kept, since what they do is not only to be told, and asides, which end without an answer.
  const others = isGone
    ? state.open.filter(
        (other) =>
          other.number !== turn.number &&
          isUnanswered(other) &&
          !other.isCommand &&
          !other.isAside,
      )
    : [];
  const closed = [turn, ...others].map((one): OpenTurn => {
    const { failure: before, previews, ...rest } = one;
    return {
      ...rest,
      // Of one that ends with another it is all that was shown.
      ...(one !== turn && previews !== undefined && { previews }),
      status,
      ...(status === "failed" && {
        failure: before ?? { reason: failure, at: now, attempts: one.attempts },
      }),
      ...(one === turn && withoutUseless(one)),
    };
  });
  const failed = status === "failed" ? closed : [];
  const rest = withoutOpen(
    state,
    closed.map(({ number }) => number),
  );
  const reporting = failed.length > 0 ? withReport(rest) : rest;
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
      ...closed.map((one) => ({
        key: keys.id(one.hash),
        value: { turn: toClosed(one) },
      })),
      ...failed.flatMap((one) => [
        {
          key: keys.failed(one.number),
          value: {
            id: one.id,
            conversation,
            ...(one.isCommand && { isCommand: true }),
          } satisfies StoredFailure,
        },
        {
          key: keys.report(reporting.reports, one.number),
          value: { id: one.id, conversation } satisfies StoredReport,
        },
      ]),
    ],
    result: undefined,
  };
}

/** Nothing that says whose it was. */
function toClosed(turn: OpenTurn): TurnState {
  const { id: _, hash: _hash, ...closed } = turn;
  return closed;
}

/** Previews of parts that did not get through may be tried again; the others are of no use. */
function withoutUseless({
  previews = {},
  sent = {},
  ending,
}: TurnState): Pick<TurnState, "previews"> {
  const useful = Object.entries(previews).filter(
    ([index]) =>
      Number(index) < (ending?.parts ?? 0) && sent[Number(index)] === undefined,
  );
  return useful.length > 0 ? { previews: Object.fromEntries(useful) } : {};
}

/**
 * Opens a failed turn again, its attempts counted from zero. Its steps stay, so that it resumes after them; its notice goes. One with an
 * answer continues with the parts that are not sent.
 */
export function reopenTurn(
  state: ConversationState,
  {
    id,
    hash,
    conversation,
    turn,
    hasAnswer,
  }: {
    id: string;
    hash: string;
    conversation: string;
    turn: TurnState;
    hasAnswer: boolean;
  },
): Decision<void> {
  const { failure: _f, isStopped, ending, sent, ...rest } = turn;
  const opened: OpenTurn = hasAnswer
    ? {
        ...rest,
        id,
        hash,
        status: "answered",
        attempts: 0,
        ...(isStopped && { isStopped }),
        ...(ending !== undefined && { ending }),
        ...(sent !== undefined && { sent }),
      }
    : { ...rest, id, hash, status: "thinking", attempts: 0 };
  const reporting = withReport(withOpen(state, opened));
  return {
    state: { ...reporting, failedTurns: state.failedTurns - 1 },
    put: [
      {
        key: keys.report(reporting.reports, turn.number),
        value: { id, conversation } satisfies StoredReport,
      },
    ],
    result: undefined,
  };
}

function countOf(receipts: TurnState["previews"] = {}): number {
  return Object.keys(receipts).length;
}
