/** Sums by name, e.g. `{ booked: 12_000, spent: 9_400 }`. */
export type Sums = Readonly<Record<string, number>>;

/** An addition to the sums of one key. */
export interface CounterChange {
  /**
   * At most 500 characters. Must contain the minute or day that it counts, so
   * that no key is reused after it has expired.
   */
  readonly key: string;
  /** Amount to add to each sum; may be negative. */
  readonly add: Sums;
  /**
   * Maximum of sums after the addition; never prevents a sum from decreasing.
   */
  readonly atMost?: Sums;
  /** Milliseconds since the epoch; the sums may be deleted from then on. */
  readonly expiresAt: number;
}

/**
 * `refused`: nothing was added, because the change at `index` would exceed its
 * `atMost`; `sums` are the current ones of its key.
 */
export type Counting =
  | { readonly kind: "added"; readonly sums: readonly Sums[] }
  | { readonly kind: "refused"; readonly index: number; readonly sums: Sums };

/**
 * Sums with limits, safe for concurrent additions. The basis of budgets and
 * rate limits. Both methods throw if the storage is unreachable; the additions
 * may have been made nevertheless.
 */
export interface Counters {
  /**
   * Makes all of the changes or none, and returns the new sums of each key. The
   * keys must be distinct. A process that crashes midway may leave some changes
   * made, so a limit may apply too early, never too late.
   */
  add(changes: readonly CounterChange[]): Promise<Counting>;
  /** The sums of a key; `{}` if there are none. */
  read(key: string): Promise<Sums>;
}

/** Whether a change keeps within its limits, given the current sums. */
export function fits({ add, atMost = {} }: CounterChange, sums: Sums): boolean {
  return Object.entries(atMost).every(
    ([name, limit]) =>
      (add[name] ?? 0) <= 0 || (sums[name] ?? 0) + (add[name] ?? 0) <= limit,
  );
}

export function addSums(sums: Sums, added: Sums): Sums {
  return Object.entries(added).reduce(
    (all, [name, amount]) => ({ ...all, [name]: (all[name] ?? 0) + amount }),
    sums,
  );
}
