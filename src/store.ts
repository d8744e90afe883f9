/** A value that belongs to a document: plain JSON under a key of ASCII letters, digits, `/`, `-` and `_`, at most 500 of them. */
export interface Piece<Value = unknown> {
  readonly key: string;
  readonly value: Value;
}

/** Keys in the order of their characters: from the first one on, up to the last one, both included. */
export interface KeyRange {
  readonly from: string;
  readonly to: string;
}

export interface PieceQuery extends KeyRange {
  /** All without it. */
  readonly limit?: number;
  readonly isNewestFirst?: boolean;
  /** What was put within the last second or so may be missing, at half the price. */
  readonly mayBeStale?: boolean;
}

/** A document's state at a version. `state` is `undefined`, and the version 0, where nothing was ever committed. */
export interface Snapshot<State> {
  readonly version: number;
  readonly state: State | undefined;
}

/** `conflict`: somebody else has committed since, and nothing was changed; with what is there now. */
export type Commit<State> =
  | { readonly kind: "committed"; readonly snapshot: Snapshot<State> }
  | { readonly kind: "conflict"; readonly snapshot: Snapshot<State> };

/**
 * One document: a small state, which is swapped whole, and any number of pieces, each of which is written once. It knows nothing of
 * what they mean. What a method has written is durable when it returns. All of them throw where the storage cannot be reached; what
 * was asked for may have been done then, and asking for it again is safe.
 *
 * A piece counts once a committed state refers to it, by its key or by bounds that include it. `list` may also show pieces of a
 * commit that never came about, where its process died. So a key to which the state refers is never put again, and one to which it does not
 * refer yet may hold anything.
 */
export interface Store<State> {
  /** @param options.mayBeStale it may be what was there a second ago, at half the price */
  read(options?: { readonly mayBeStale?: boolean }): Promise<Snapshot<State>>;
  /** In the order of their keys. */
  list(query: PieceQuery): Promise<readonly Piece[]>;
  /** Replaces the state at that version, together with pieces: all of it or nothing. */
  commit(change: {
    readonly expected: number;
    readonly state: State;
    readonly put?: readonly Piece[];
    /**
     * It may return before that is durable, where the platform lets nothing leave the process until it is. For what only an answer to somebody
     * follows: whatever else follows could kill the process, and be done again without a trace of it.
     */
    readonly isConfirmedLater?: boolean;
  }): Promise<Commit<State>>;
  /** Puts pieces to which a later state may refer. Only one process uses their keys. */
  put(pieces: readonly Piece[]): Promise<void>;
  /** Erases pieces to which no state refers any more: all of the range, or `limit` of them. Returns how many there were. */
  erase(range: KeyRange & { readonly limit?: number }): Promise<number>;
}

/** All keys that begin with a text. */
export function keysUnder(prefix: string): KeyRange {
  return { from: prefix, to: `${prefix}~` };
}
