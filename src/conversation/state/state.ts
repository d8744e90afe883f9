import type { ReplyPart } from "../../reply.ts";
import type { NewHistoryMessage } from "../../history.ts";
import type { Piece } from "../../store.ts";
import type { FailureReason, Usage } from "../../turn.ts";

/** How a turn ended. */
export interface Outcome {
  readonly status: "answered" | "failed";
  /** Of a failed turn; `error` without it. */
  readonly failure?: FailureReason;
  /** Markdown: the answer, or the notice to the user. */
  readonly reply: string;
  readonly parts: readonly ReplyPart[];
  /** Of the whole turn. */
  readonly usage: Usage;
  /** The challenge and the response that enter the history with the turn; empty for commands and failed turns. */
  readonly history:
    readonly [] | readonly [NewHistoryMessage, NewHistoryMessage];
  /** The reply tells the user that messages have left the window. */
  readonly announcesCut?: true;
  /** The reply is what there was of the answer when the turn was stopped. */
  readonly isStopped?: true;
}

/** Work on a turn by one worker. Steps from the index `from` on are its own, those before it were there when it began. */
export interface Run {
  /** Of all runs of a conversation, each later one has a higher one. */
  readonly epoch: number;
  readonly from: number;
}

/** What was sent, by the index of the reply's part. */
type Receipts = Readonly<Record<number, string>>;

/** How a turn has ended: there is a reply, though not all of it may have reached the user. */
export interface Ending {
  /** Of the run that ended it: part of the keys of its reply and parts. */
  readonly epoch: number;
  /** Its messages in the history; left out where it has none there. */
  readonly entry?: number;
  readonly steps: number;
  readonly parts: number;
  /** One of the parts is a file, which is erased once it was sent. */
  readonly hasFile?: true;
  readonly usage: Usage;
}

/** Why, when and in which attempt a turn failed. */
interface Failure {
  readonly reason: FailureReason;
  readonly at: number;
  readonly attempts: number;
}

/** What is known of a turn without looking at what was said. */
export interface TurnState {
  /** In order of arrival, from 1. */
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly acceptedAt: number;
  readonly status:
    "accepted" | "thinking" | "answered" | "delivered" | "failed";
  /** How often its work was begun, since its last progress. */
  readonly attempts: number;
  readonly runs: readonly Run[];
  readonly isStopped?: true;
  readonly isCommand?: true;
  readonly isAside?: true;
  /** A hash of its album and author. */
  readonly album?: string;
  /** The number of the turn that its command was carried out on. */
  readonly target?: number;
  /** The number of the turn whose message this one's is an edit of. */
  readonly supersedes?: number;
  /** How often others were merged into it. */
  readonly merges?: number;
  readonly ending?: Ending;
  readonly failure?: Failure;
  /** Parts of the reply that were sent. */
  readonly sent?: Receipts;
  /** What was sent of the reply while it was written. */
  readonly previews?: Receipts;
}

/** A turn that is not closed: something is left to do for it. */
export interface OpenTurn extends TurnState {
  readonly id: string;
  /** A hash of the id: what is left of it once the turn is forgotten. */
  readonly hash: string;
}

/** The part of the history that prompts hold, and what is known of the part before it. */
interface Window {
  /** The first entry that is in it. */
  readonly start: number;
  /** Another one once it was moved or anything was forgotten. */
  readonly version: number;
  readonly isAnnounced?: true;
  /** The version under which the summary lies. */
  readonly summary?: number;
  /** Whose texts were in what it was made from: names of tools and servers, a few. */
  readonly summaryFrom?: readonly string[];
  /** When the newest message before the start came. */
  readonly coveredAt?: number;
}

/**
 * The small document of a conversation: which turns are open, and the bounds of everything else. It is written with each change, so
 * that it holds no texts and nothing that grows.
 */
export interface ConversationState {
  /** In order of their numbers. */
  readonly open: readonly OpenTurn[];
  /** The number of the turn that was opened last. */
  readonly lastTurn: number;
  /** Turns with lower numbers are forgotten. */
  readonly firstTurn: number;
  /** Turns that are neither forgotten nor merged into others. */
  readonly turns: number;
  /** Those that are closed and failed. */
  readonly failedTurns: number;
  /** The number of the last answered turn that is closed. */
  readonly lastAnswered: number;
  /** The number of the newest message: the only one whose edit counts. */
  readonly newest?: number;
  /** When the last turn was opened; milliseconds since the epoch. */
  readonly lastAcceptedAt: number;
  /** Hashes of where the last messages came from. */
  readonly addresses: readonly string[];
  /** Entries of the history, each a question and its answer. */
  readonly firstEntry: number;
  readonly lastEntry: number;
  /** How many there are, and how many of them were edited since. */
  readonly entries: number;
  readonly hiddenEntries: number;
  /** When the first of them came. */
  readonly since?: number;
  /** Those of the window that were edited since, as ranges: they are not recalled. */
  readonly hidden: readonly (readonly [from: number, to: number])[];
  readonly window: Window;
  /** Under which the settings lie, if there are any. */
  readonly settingsVersion: number;
  readonly hasSettings?: true;
  /** A message was refused since there was room for half of the limit. */
  readonly isFull?: true;
  /** The list of failed turns has something to learn: pieces under `report/`. */
  readonly hasReports?: true;
  /** How often there was something new: the first part of their keys. */
  readonly reports: number;
  /** What was forgotten is not erased yet. */
  readonly isErasing?: true;
  /** Of the last run. */
  readonly epoch: number;
  /** Until then no other worker begins; milliseconds since the epoch, 0 where nobody works. */
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
  firstEntry: 1,
  lastEntry: 0,
  entries: 0,
  hiddenEntries: 0,
  reports: 0,
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

/** It has no reply yet. */
export function isUnanswered({ status }: Pick<TurnState, "status">): boolean {
  return status === "accepted" || status === "thinking";
}

/** It was stopped before it had a reply: its next attempt only ends it, and does not wait until it is due. */
export function mustEndNow(
  turn: Pick<TurnState, "status" | "isStopped">,
): boolean {
  return turn.isStopped === true && isUnanswered(turn);
}

/** With another state of a turn that is open, or is opened again. */
export function withOpen(
  state: ConversationState,
  turn: OpenTurn,
): ConversationState {
  const others = state.open.filter(({ number }) => number !== turn.number);
  const open = [...others, turn].toSorted((a, b) => a.number - b.number);
  return { ...state, open };
}

/** The list of failed turns has something new to learn, which lies under the number of reports that it has then. */
export function withReport(state: ConversationState): ConversationState {
  return { ...state, hasReports: true, reports: state.reports + 1 };
}

export function withoutOpen(
  state: ConversationState,
  numbers: readonly number[],
): ConversationState {
  const open = state.open.filter(({ number }) => !numbers.includes(number));
  return { ...state, open };
}

/**
 * What a command makes of a state: the next one, with the pieces that come with it, and what the caller learns once that is stored.
 * Without `state` nothing changes.
 */
export interface Decision<Result> {
  readonly state?: ConversationState;
  readonly put?: readonly Piece[];
  readonly result: Result;
}
