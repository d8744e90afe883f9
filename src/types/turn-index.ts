import type { TurnReference } from "./mailbox.ts";
import type { ChannelName } from "./message.ts";
import type { Thumb } from "./rating.ts";
import type { FailureReason } from "./turn.ts";

/**
 * `waiting`: it has no reply yet. `asked`: it asks for a person of the team,
 * and none has come yet. `person`: the message was left to the person who had
 * the conversation, or is to come.
 */
export const TURN_OUTCOMES = [
  "waiting",
  "asked",
  "person",
  "answered",
  "failed",
] as const;
export type TurnOutcome = (typeof TURN_OUTCOMES)[number];

/** A turn as operators list it: without anything that people wrote. */
export interface IndexedTurn extends TurnReference {
  /** Within its conversation, in order of arrival, from 1. */
  readonly number: number;
  readonly channel: ChannelName;
  readonly outcome: TurnOutcome;
  readonly failure?: FailureReason;
  /** What the user thinks of the answer. */
  readonly thumb?: Thumb;
  /** The deployment's model when it was listed. */
  readonly model: string;
  /** When its message was accepted. */
  readonly at: number;
  /** When it got its reply. */
  readonly endedAt?: number;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
}

/** A place in the list: of the last turn of the previous page. */
export type TurnPlace = Pick<IndexedTurn, "at" | "number" | "conversation">;

export interface TurnQuery {
  readonly channel?: ChannelName;
  /** Default: all. */
  readonly outcomes?: readonly TurnOutcome[];
  /** Only those with this rating. */
  readonly thumb?: Thumb;
  readonly conversation?: string;
  /** Only the newest turn of each conversation. */
  readonly isNewestOnly?: boolean;
  readonly before?: TurnPlace;
  readonly limit: number;
}

export interface TurnPage {
  /** Newest first; turns of the same moment by number. */
  readonly turns: readonly IndexedTurn[];
  /**
   * Where to go on; missing if nothing is left. A page that ends early, since
   * too much was looked through, has fewer turns than its limit.
   */
  readonly next?: TurnPlace;
}

/** Turns that were accepted on one day (UTC), per channel and model. */
export interface UsageSum {
  /** In days since the epoch. */
  readonly day: number;
  readonly channel: ChannelName;
  readonly model: string;
  readonly turns: number;
  readonly failed: number;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
}

/**
 * One row for each turn of every conversation. A row expires like its turn. All
 * methods throw if the storage is unreachable; repeating the call is safe.
 */
export interface TurnIndex {
  /** Lists turns, or replaces their rows. */
  put(turns: readonly IndexedTurn[]): Promise<void>;
  /** Erases the rows of a conversation's turns with these numbers, inclusive. */
  erase(range: {
    readonly conversation: string;
    readonly from: number;
    readonly to: number;
  }): Promise<void>;
  list(query: TurnQuery): Promise<TurnPage>;
  /** Sums of turns accepted from `from` to before `to`, in no order. */
  sum(range: {
    readonly from: number;
    readonly to: number;
  }): Promise<readonly UsageSum[]>;
}
