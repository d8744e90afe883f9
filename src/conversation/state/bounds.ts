import type { PauseKind } from "../../types/pause.ts";
import type { Range } from "./ranges.ts";

/** Turns whose rows in the index are out of date, also merged or gone ones. */
export interface Unlisted {
  /** Of turn numbers, in order. Few: neighbours share one. */
  readonly ranges: readonly Range[];
  /** Increases with each change of the ranges but `noteListed`. */
  readonly changes: number;
}

/** What is due later. Stays when nothing is left, for the counts. */
export interface ScheduleBounds {
  /** Of the list, which is part of its key. */
  readonly version: number;
  readonly count: number;
  /** The highest number of a schedule so far. */
  readonly last: number;
  /** When the next is due. */
  readonly next?: number;
  /** When the list was written. */
  readonly writtenAt: number;
  /** Occurrences were skipped, and no reply has said so. */
  readonly hasMissed?: true;
}

/** What other systems are told. Stays when nothing is left, for the count. */
export interface EventBounds {
  /** Number of events so far. */
  readonly last: number;
  /** The first that the queue has not got. */
  readonly owed?: number;
}

/** A question that waits for its answer. */
export interface PauseBounds {
  /** Of the turn that has asked it. */
  readonly number: number;
  readonly code: string;
  readonly kind: PauseKind;
  readonly until: number;
}

/** The part of the history in prompts, and data on what precedes it. */
export interface Window {
  /** Sequence of the first message in the window. */
  readonly start: number;
  /** Increases with each move, and whenever something is forgotten. */
  readonly version: number;
  readonly isAnnounced?: true;
  /** The summary's version, which is part of its key. */
  readonly summary?: number;
  /**
   * Origins of the texts that the summary was made from: a few names of tools
   * and servers.
   */
  readonly summaryFrom?: readonly string[];
  /** As of which version a reply has listed the summary, and turns that did. */
  readonly listed?: {
    readonly version: number;
    readonly turns: readonly number[];
  };
  /** When the newest message before the start was accepted. */
  readonly coveredAt?: number;
}
