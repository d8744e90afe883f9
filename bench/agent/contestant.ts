import type { HistoryTurn } from "./history.ts";

/** Runs one turn (two model calls and a tool call) and returns the answer. */
export type ContestantTurn = () => Promise<string>;

/** An agent to measure. */
export interface Contestant {
  /** Prepares a turn after that history; not measured. */
  prepare(
    history: readonly HistoryTurn[],
  ): ContestantTurn | Promise<ContestantTurn>;
}

/** Exports of a contestant's file. */
export interface ContestantModule {
  readonly createContestant: (options: {
    /** The stub's base URL, including `/v1`. */
    url: string;
    variant: string;
  }) => Contestant;
}
