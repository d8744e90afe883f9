import type { Turn } from "../../turn.ts";

/** What the root knows of a turn that is not closed; the rest lies in items of the turn's own. */
export interface OpenTurn {
  readonly id: string;
  /** In order of arrival, from 1. */
  readonly number: number;
  readonly status: Exclude<Turn["status"], "delivered">;
  readonly attempts: number;
  readonly isStopped?: true;
  readonly isCommand?: true;
  readonly isAside?: true;
  /** It was closed before: what its ending says of that is to be written anew. */
  readonly isReopened?: true;
  /** See `Turn`. */
  readonly target?: string;
  /** The turn whose place it takes when it begins. */
  readonly supersedes?: string;
  /** A hash of its message's album and author. */
  readonly album?: string;
  /** The turns that have become part of it, and the number under which the message of all lies. */
  readonly merged?: { readonly ids: readonly string[]; readonly key: number };
}

/** The newest turn: the one whose message may be edited. */
export interface NewestTurn {
  readonly id: string;
  readonly number: number;
  readonly isMerged?: true;
}

/**
 * The one item of a conversation that is swapped; all others are true if it refers to them, or bounded by it. Small, since
 * each 1 KB of it is paid for with each swap: no texts, and nothing that grows.
 */
export interface Root {
  /** 0 for a conversation that was never begun. */
  readonly version: number;
  /** In order of their numbers. */
  readonly open: readonly OpenTurn[];
  /** The number of the turn that was opened last. */
  readonly lastNumber: number;
  readonly newest?: NewestTurn;
  /** The highest number of an answered turn that is closed. */
  readonly lastAnswered: number;
  /** Turns with lower numbers are forgotten. */
  readonly firstNumber: number;
  /** Items of forgotten turns may be left. */
  readonly isToSweep?: true;
  /** None up to that sort key. */
  readonly sweptTo?: string;
  /** Those that are stored, of turns that are neither forgotten nor merged. */
  readonly turns: number;
  /** The sequence of the first message that may be in the history. */
  readonly firstSequence: number;
  /** The sequence of the last message in the history. */
  readonly lastSequence: number;
  /** Without those that were edited since. */
  readonly messages: number;
  /** Those that were, of turns that are not forgotten. */
  readonly hiddenMessages?: number;
  /** When the first of them came. */
  readonly since?: number;
  /** Grows with each message that was edited: other messages are recalled then. */
  readonly edits: number;
  /** The sequences of the history's items that were hidden by the last edit. */
  readonly hidden?: readonly number[];
  readonly window: {
    readonly start: number;
    readonly version: number;
    readonly isAnnounced?: true;
    /** The name of the summary's item. */
    readonly summary?: string;
    /** Where turns expire: when the newest message before the start came. */
    readonly coveredAt?: number;
  };
  /** The name of the settings' item. */
  readonly settings?: string;
  /** A turn was refused since there was room for half of the limit. */
  readonly isFull?: true;
  /** Hashes of where the last messages came from. */
  readonly addresses: readonly string[];
  /** Of the worker that has the conversation. Each one's is higher than those before. */
  readonly epoch: number;
  /** Until then no other worker takes it; milliseconds since the epoch, or `GIVEN_BACK`. */
  readonly leasedUntil: number;
}

/** As `leasedUntil`: no worker has the conversation. */
export const GIVEN_BACK = 0;

export const EMPTY_ROOT: Root = {
  version: 0,
  open: [],
  lastNumber: 0,
  lastAnswered: 0,
  firstNumber: 1,
  turns: 0,
  firstSequence: 1,
  lastSequence: 0,
  messages: 0,
  edits: 0,
  window: { start: 0, version: 0 },
  addresses: [],
  epoch: 0,
  leasedUntil: GIVEN_BACK,
};

export function findOpenTurn(root: Root, id: string): OpenTurn | undefined {
  return root.open.find((turn) => turn.id === id);
}

/** It has no reply yet. */
export function isUnanswered({ status }: OpenTurn): boolean {
  return status === "accepted" || status === "thinking";
}

/** It may have steps and parts. */
export function wasBegun({ attempts, isReopened }: OpenTurn): boolean {
  return attempts > 0 || isReopened === true;
}

/** The root with another state of that turn. */
export function withOpenTurn(root: Root, changed: OpenTurn): Root {
  const others = root.open.filter(({ id }) => id !== changed.id);
  return {
    ...root,
    open: [...others, changed].toSorted((a, b) => a.number - b.number),
  };
}

export function withoutOpenTurns(root: Root, ids: readonly string[]): Root {
  return { ...root, open: root.open.filter(({ id }) => !ids.includes(id)) };
}
