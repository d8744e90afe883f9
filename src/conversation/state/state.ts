import type { Wanted } from "../../types/asking.ts";
import type { Owner } from "../../types/handover.ts";
import type { ConversationLink } from "../../types/link.ts";
import type { Piece } from "../../types/store.ts";
import type { FailureReason, Usage } from "../../types/turn.ts";
import type {
  EventBounds,
  PauseBounds,
  ScheduleBounds,
  Unlisted,
  Window,
} from "./bounds.ts";
import type { Range } from "./ranges.ts";

/**
 * One worker's work on a turn. Steps from index `from` on are this run's;
 * earlier ones existed when it began.
 */
export interface Run {
  /** Increases with each run of the conversation. */
  readonly epoch: number;
  readonly from: number;
}

/** Receipts by index of the reply's part. */
type Receipts = Readonly<Record<number, string>>;

/** How a turn ended. There is a reply, but it may not be fully delivered. */
export interface Ending {
  /** Of the run that ended it; part of the keys of its reply and parts. */
  readonly epoch: number;
  readonly at: number;
  /** Sequence of its exchange's first message; left out if there is none. */
  readonly asked?: number;
  /** Its exchange has one message, not a question and its answer. */
  readonly isLone?: true;
  /** The message was left to the person who had the conversation. */
  readonly isForPerson?: true;
  readonly isOverBudget?: true;
  /** It has asked for a person. */
  readonly asksForPerson?: true;
  readonly parts: number;
  /** One of the parts has a file, which is erased once sent. */
  readonly hasFile?: true;
  readonly usage: Usage;
}

/** Why and when a turn failed. */
interface Failure {
  readonly reason: FailureReason;
  readonly at: number;
}

/** A turn without its content. */
export interface TurnState {
  /** In order of arrival, from 1. */
  readonly number: number;
  readonly acceptedAt: number;
  readonly status:
    "accepted" | "thinking" | "answered" | "delivered" | "failed";
  /** When its first attempt began. */
  readonly startedAt?: number;
  /** Number of attempts since the last progress. */
  readonly attempts: number;
  readonly runs: readonly Run[];
  readonly isStopped?: true;
  readonly isCommand?: true;
  readonly isAside?: true;
  /**
   * What it began with, if not with a user's message: the words of a person of
   * the team, a schedule's text (`reminder`) or question to the agent (`task`),
   * or that nobody came.
   */
  readonly origin?: "operator" | "reminder" | "task" | "unattended";
  /**
   * A person took the conversation over while it ran: it ends at once, and the
   * bot sends nothing more for it.
   */
  readonly isTaken?: true;
  /** Taken, and handed back before it had ended: it is the bot's again. */
  readonly isReturned?: true;
  /** A hash of its album and author. */
  readonly album?: string;
  /** The number of the turn that its command was applied to. */
  readonly target?: number;
  /** The number of the turn whose message this one's edits. */
  readonly supersedes?: number;
  /** Sequence of that turn's exchange, if it was there before this turn. */
  readonly replaces?: number;
  /**
   * The turn that had paused and whose steps it began with: a run of epoch 0,
   * which no worker has.
   */
  readonly resumes?: { readonly number: number; readonly steps: number };
  /** Number of merges into it. */
  readonly merges?: number;
  readonly ending?: Ending;
  readonly failure?: Failure;
  /** Parts of the reply that were sent. */
  readonly sent?: Receipts;
  /** Indices of parts that are not tried again. */
  readonly givenUp?: readonly number[];
  /** Previews of the reply. */
  readonly previews?: Receipts;
}

/** A turn that is not closed. */
export interface OpenTurn extends TurnState {
  readonly id: string;
  /** A hash of the id; kept after the turn is forgotten. */
  readonly hash: string;
}

/**
 * The small document of a conversation: open turns, and the bounds of
 * everything else. Written with each change, so it must not contain texts, or
 * grow.
 */
export interface ConversationState {
  /** In order of their numbers. */
  readonly open: readonly OpenTurn[];
  /** The number of the newest turn. */
  readonly lastTurn: number;
  /** Turns with lower numbers are forgotten. */
  readonly firstTurn: number;
  /** Number of turns, without forgotten and merged ones. */
  readonly turns: number;
  /** Number of closed, failed turns. */
  readonly failedTurns: number;
  /** The highest number of a closed, answered turn. */
  readonly lastAnswered: number;
  /** Number of the user's newest message's turn: only that can be edited. */
  readonly newest?: number;
  /** When the newest turn was accepted. */
  readonly lastAcceptedAt: number;
  /** Hashes of the last messages' addresses. */
  readonly addresses: readonly string[];
  /** Sequences of the history's first and last message. */
  readonly firstMessage: number;
  readonly lastMessage: number;
  /**
   * Number of messages, and how many of them are not recalled: of versions that
   * are not chosen, or stopped before there was an answer.
   */
  readonly messages: number;
  readonly hiddenMessages: number;
  /** When the first question was asked. */
  readonly since?: number;
  /** Those of the window that are not recalled, as ranges. */
  readonly hidden: readonly Range[];
  /**
   * The message that the next one follows; left out if that is the last one.
   * What does not lead to it is a version that is not chosen.
   */
  readonly tip?: number;
  /** Questions or answers have several versions, under `fork/`. */
  readonly hasForks?: true;
  /** Users have rated answers, under `rating/`. */
  readonly hasRatings?: true;
  readonly window: Window;
  /** Version of the settings, which is part of their key. */
  readonly settingsVersion: number;
  readonly hasSettings?: true;
  readonly schedules?: ScheduleBounds;
  /** Questions that wait; missing if none was ever asked. */
  readonly pauses?: readonly PauseBounds[];
  /** A message was rejected since the queue was last less than half full. */
  readonly isFull?: true;
  /** The last notice that a message cannot be read. */
  readonly notice?: { readonly turn: number; readonly at: number };
  /** Forgotten content remains to be erased. */
  readonly isErasing?: true;
  /** Its name; kept only if there is an index of turns. */
  readonly conversation?: string;
  readonly unlisted?: Unlisted;
  /** Missing, or past its time: the bot. */
  readonly owner?: Owner;
  readonly link?: ConversationLink;
  /** The user asks for a person; never while one has the conversation. */
  readonly wanted?: Wanted;
  readonly events?: EventBounds;
  /** Of the last run. */
  readonly epoch: number;
  /**
   * When the lease expires, in milliseconds since the epoch; 0 if no worker
   * holds it.
   */
  readonly leasedUntil: number;
}

export const EMPTY_STATE: ConversationState = {
  open: [],
  lastTurn: 0,
  firstTurn: 1,
  turns: 0,
  failedTurns: 0,
  lastAnswered: 0,
  lastAcceptedAt: 0,
  addresses: [],
  firstMessage: 1,
  lastMessage: 0,
  messages: 0,
  hiddenMessages: 0,
  hidden: [],
  settingsVersion: 0,
  window: { start: 1, version: 0 },
  epoch: 0,
  leasedUntil: 0,
};

export function findOpen(
  { open }: ConversationState,
  id: string,
): OpenTurn | undefined {
  return open.find((turn) => turn.id === id);
}

/** Whether it has no reply yet. */
export function isUnanswered({ status }: Pick<TurnState, "status">): boolean {
  return status === "accepted" || status === "thinking";
}

/**
 * Whether it was stopped before it had a reply, or taken over: its next attempt
 * ends it, and is due at once.
 */
export function mustEndNow(
  turn: Pick<TurnState, "status" | "isStopped" | "isTaken">,
): boolean {
  return (
    turn.isTaken === true || (turn.isStopped === true && isUnanswered(turn))
  );
}

/** How many messages an ended turn has added to the history. */
export function countAdded({ ending }: Pick<TurnState, "ending">): number {
  if (ending?.asked === undefined) return 0;
  return ending.isLone ? 1 : 2;
}

/** Adds or replaces an open turn. */
export function withOpen(
  state: ConversationState,
  turn: OpenTurn,
): ConversationState {
  const others = state.open.filter(({ number }) => number !== turn.number);
  const open = [...others, turn].toSorted((a, b) => a.number - b.number);
  return { ...state, open };
}

export function withoutOpen(
  state: ConversationState,
  numbers: readonly number[],
): ConversationState {
  const open = state.open.filter(({ number }) => !numbers.includes(number));
  return { ...state, open };
}

/**
 * The effect of a command on a state: the next state with its pieces, and the
 * caller's result once stored. Nothing changes if `state` is left out.
 */
export interface Decision<Result> {
  readonly state?: ConversationState;
  readonly put?: readonly Piece[];
  readonly result: Result;
}
