import type { BudgetLimits } from "../budget.ts";
import type { CounterChange, Counters, Sums } from "../counters.ts";
import { spread } from "../hash.ts";
import { isShared, personOf } from "./budget-keys.ts";

/** One object or item takes some hundred additions a second. */
const MAX_PARTS = 16;

/** Each part has room for some thousand calls at once, so that what lies in others' slices is not missed. */
const MIN_TOKENS_A_PART = 50_000_000;

/** A part asks for this part of its share at a time: what it leaves unused at the end of the day is a small part of the limit. */
const SLICES = 16;

/** Others take from the same rest at the same time. */
const MAX_TRIES = 8;

/** How many parts a budget is counted in: one while a shared limit is small, since parts leave a little of it unused. */
function countParts({
  channelDailyTokens,
  globalDailyTokens,
}: BudgetLimits): number {
  const shared = [globalDailyTokens, ...Object.values(channelDailyTokens)];
  const smallest = Math.min(...shared.filter((limit) => limit > 0));
  const parts = Math.floor(smallest / MIN_TOKENS_A_PART);
  return Math.max(1, Math.min(MAX_PARTS, parts));
}

/**
 * Counters of a budget in several parts: a person's sums are all in one of them. A limit that all share is given out in slices: under its
 * key the first part counts what is `granted`, and each part what it has booked `over` its slices, which is 0 at most. So no more than the
 * limit is ever booked in all of them together. A slice whose process dies before its part has it is lost for the day. A refusal's
 * sums are those of the part, and everything that others may still use counts as spent.
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

  /** Returns how much more than before a part may book. */
  const grant = async (
    { key, expiresAt }: CounterChange,
    { limit, missing }: { limit: number; missing: number },
  ): Promise<number> => {
    const slice = Math.ceil(limit / parts.length / SLICES);
    // Where nothing is missing, something else than the slice is too small.
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

/** What counts against a shared limit counts against the part's slices. */
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

/** As if the part were alone, and the others had spent all that it has no room for. */
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
