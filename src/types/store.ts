/**
 * A value of a document: plain JSON under a key of at most 500 ASCII letters,
 * digits, `/`, `-` and `_`.
 */
export interface Piece<Value = unknown> extends Expiring {
  readonly key: string;
  readonly value: Value;
}

interface Expiring {
  /**
   * From then on it may be erased at any time, in epoch milliseconds. Missing:
   * it stays. Not returned.
   */
  readonly expiresAt?: number | undefined;
}

/** Keys in ASCII order, both ends included. */
export interface KeyRange {
  readonly from: string;
  readonly to: string;
}

export interface PieceQuery extends KeyRange {
  /** Default: all. */
  readonly limit?: number;
  readonly isNewestFirst?: boolean;
  /** May miss pieces written in about the last second, at half the price. */
  readonly mayBeStale?: boolean;
}

/**
 * A document's state at a version. Before the first commit, `version` is 0 and
 * `state` is `undefined`.
 */
export interface Snapshot<State> {
  readonly version: number;
  readonly state: State | undefined;
}

/**
 * `conflict`: another commit came first and nothing was changed; `snapshot` is
 * the current one.
 */
export type Commit<State> =
  | { readonly kind: "committed"; readonly snapshot: Snapshot<State> }
  | { readonly kind: "conflict"; readonly snapshot: Snapshot<State> };

/** What a commit replaces the state with. */
export interface Change<State> extends Expiring {
  readonly expected: number;
  readonly state: State;
  readonly put?: readonly Piece[];
  /**
   * May return before the commit is durable, on a platform that holds back all
   * output of the process until then. Use it only if nothing but a response to
   * the caller follows: anything else could crash the process, lose the commit,
   * and be repeated without a trace of it.
   */
  readonly isConfirmedLater?: boolean;
}

/**
 * One document: a small state that is replaced as a whole, and any number of
 * write-once pieces. It does not interpret either. Writes are durable when a
 * method returns. All methods throw if the storage is unreachable; the change
 * may have been made nevertheless, and repeating the call is safe.
 *
 * A piece counts once a committed state refers to it, by its key or by a range
 * that includes it. `list` may also return pieces of a commit whose process
 * died before it was made. So never put a key again once the state refers to
 * it, and assume nothing about the content of a key to which it does not refer
 * yet. A document may also have pieces only, and no state: then each counts once
 * it is put, and may be put again.
 */
export interface Store<State> {
  /**
   * @param options.mayBeStale may return the state of a second ago, at half the
   * price
   */
  read(options?: { readonly mayBeStale?: boolean }): Promise<Snapshot<State>>;
  /** Sorted by key. */
  list(query: PieceQuery): Promise<readonly Piece[]>;
  /**
   * Replaces the state if its version is `expected`, together with pieces, all
   * or nothing.
   */
  commit(change: Change<State>): Promise<Commit<State>>;
  /**
   * Puts pieces to which a later state may refer. Only one process may use
   * their keys.
   */
  put(pieces: readonly Piece[]): Promise<void>;
  /**
   * Erases pieces to which no state refers any more: the whole range, or up to
   * `limit` of them. Returns their number.
   */
  erase(range: KeyRange & { readonly limit?: number }): Promise<number>;
}

/** All keys with a prefix. */
export function keysUnder(prefix: string): KeyRange {
  return { from: prefix, to: `${prefix}~` };
}
