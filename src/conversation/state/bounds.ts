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
  /** When the next is due, in milliseconds since the epoch. */
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
  /** Milliseconds since the epoch. */
  readonly until: number;
}
