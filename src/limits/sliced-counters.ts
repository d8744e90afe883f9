import { spread } from "../runtime/hash.ts";
import type { BudgetLimits } from "../types/budget.ts";
import type { CounterChange, Counters, Sums } from "../types/counters.ts";
import { isShared, personOf } from "./budget-keys.ts";

/**
 * One Durable Object or DynamoDB item handles some hundred additions per
 * second.
 */
const MAX_PARTS = 16;

/**
 * Enough for a few thousand concurrent calls per part, so that the remainders
 * in other parts do not matter.
 */
const MIN_TOKENS_PER_PART = 50_000_000;

/**
 * A part requests 1/16 of its share at a time, so that little of the limit is
 * left unused at the end of the day.
 */
const SLICES = 16;

/** Attempts to get a slice while other parts do the same. */
const MAX_TRIES = 8;

/**
 * Returns 1 while the smallest shared limit is low, since parts leave a little
 * of it unused.
 */
function countParts({
  channelDailyTokens,
  globalDailyTokens,
}: BudgetLimits): number {
  const shared = [globalDailyTokens, ...Object.values(channelDailyTokens)];
  const smallest = Math.min(...shared.filter((limit) => limit > 0));
  const parts = Math.floor(smallest / MIN_TOKENS_PER_PART);
  return Math.max(1, Math.min(MAX_PARTS, parts));
}

/**
 * Shards a budget's counters. All sums of a person are in one part. A shared
 * limit is handed out in slices: under its key, part 0 counts the tokens
 * `granted`, and each part counts in `over` how far its bookings exceed its
 * slices, at most 0. So the parts together never book more than the limit. If a
 * process dies between the grant and its credit to the part, that slice is lost
 * for the day. A refusal returns the part's sums, with everything that other
 * parts may still use counted as spent.
 */
export function createSlicedCounters(
  limits: BudgetLimits,
  countersOf: (part: number) => Counters,
): Counters {
  const root = countersOf(0);
  const parts = Array.from({ length: countParts(limits) }, (_, part) =>
    part === 0 ? root : countersOf(part),
  );
  if (parts.length === 1) return root;

  const partOf = (keys: readonly string[]): Counters => {
    const person = keys.map(personOf).find((name) => name !== undefined) ?? "";
    return parts[spread(person, parts.length)] ?? root;
  };

  /**
   * Requests another slice; returns by how many tokens the part may book more.
   */
  const grant = async (
    { key, expiresAt }: CounterChange,
    { limit, missing }: { limit: number; missing: number },
  ): Promise<number> => {
    const slice = Math.ceil(limit / parts.length / SLICES);
    // If nothing is missing, another limit than the slice refused the change.
    let amount = missing > 0 ? Math.max(missing, slice) : 0;
    for (let tries = 0; tries < MAX_TRIES && amount > 0; tries++) {
      const counting = await root.add([
        {
          key,
          add: { granted: amount },
          atMost: { granted: limit },
          expiresAt,
        },
      ]);
      if (counting.kind === "added") return amount;
      amount = limit - (counting.sums["granted"] ?? 0);
    }
    return 0;
  };

  return {
    async add(changes) {
      const part = partOf(changes.map(({ key }) => key));
      const local = changes.map(toLocal);
      for (;;) {
        const counting = await part.add(local);
        const refused =
          counting.kind === "refused" ? changes[counting.index] : undefined;
        const limit = refused?.atMost?.["booked"];
        if (
          counting.kind === "added" ||
          refused === undefined ||
          limit === undefined ||
          !isShared(refused.key)
        )
          return counting;
        const missing =
          (refused.add["booked"] ?? 0) + (counting.sums["over"] ?? 0);
        const amount = await grant(refused, { limit, missing });
        if (amount === 0)
          return { ...counting, sums: toShare(counting.sums, limit) };
        const { key, expiresAt } = refused;
        await part.add([{ key, add: { over: -amount }, expiresAt }]);
      }
    },

    read: (key) => partOf([key]).read(key),
  };
}

/** Applies a shared limit to the part's slices. */
function toLocal(change: CounterChange): CounterChange {
  const { key, add, atMost } = change;
  const booked = add["booked"];
  if (!isShared(key) || booked === undefined) return change;
  const { booked: limit, ...others } = atMost ?? {};
  return {
    ...change,
    add: { ...add, over: booked },
    ...(limit !== undefined && { atMost: { ...others, over: 0 } }),
  };
}

/** The part's sums as if everything beyond its slices were spent. */
function toShare(
  { over = 0, booked = 0, spent = 0, ...sums }: Sums,
  limit: number,
): Sums {
  return {
    ...sums,
    booked: limit + over,
    spent: limit + over - (booked - spent),
  };
}
