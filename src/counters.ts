/** Sums by name, e.g. `{ booked: 12_000, spent: 9_400 }`. */
export type Sums = Readonly<Record<string, number>>;

/** An addition to the sums under one key. */
export interface CounterChange {
  /** At most 500 characters. Holds the minute or day that it counts for, so that no key is used again after it has expired. */
  readonly key: string;
  /** What to add to each sum; below 0 to take away. */
  readonly add: Sums;
  /** Sums that must not be larger than this afterwards; a sum that shrinks is never refused. */
  readonly atMost?: Sums;
  /** Milliseconds since the epoch: from then on the sums may be gone. */
  readonly expiresAt: number;
}

/** `refused`: nothing was added, since the change at `index` would exceed `atMost`; `sums` are those under its key. */
export type Counting =
  | { readonly kind: "added"; readonly sums: readonly Sums[] }
  | { readonly kind: "refused"; readonly index: number; readonly sums: Sums };

/**
 * Sums that many requests add to at the same time, each within its limit. Budgets, rate limits and the like are computed from
 * them. Both methods throw when the storage cannot be reached; what was to be added may have been added then.
 */
export interface Counters {
  /**
   * Adds all of the changes or none, and returns the sums under each key afterwards. Each key occurs once. A process that dies
   * in the middle may leave some of them added: a limit is reached too early then, never too late.
   */
  add(changes: readonly CounterChange[]): Promise<Counting>;
  /** The sums under a key; `{}` where there are none. */
  read(key: string): Promise<Sums>;
}

/** Whether a change keeps within its limits, given the sums that are there. */
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
