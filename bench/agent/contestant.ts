import type { HistoryTurn } from "./history.ts";

/** One turn of an agent: two model calls and a tool. Gives the answer. */
export type ContestantTurn = () => Promise<string>;

/** An agent that is measured. */
export interface Contestant {
  /** Prepares one turn after that history. What this costs is not measured. */
  prepare(
    history: readonly HistoryTurn[],
  ): ContestantTurn | Promise<ContestantTurn>;
}

/** What a contestant's file exports. */
export interface ContestantModule {
  readonly createContestant: (options: {
    /** Of the stub, up to and with `/v1`. */
    url: string;
    variant: string;
  }) => Contestant;
}
