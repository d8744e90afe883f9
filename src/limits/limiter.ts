import { logError } from "../runtime/log.ts";
import type { CounterChange, Counters } from "../types/counters.ts";

/** How often somebody may do something. */
export interface Limit {
  /**
   * Who does what, e.g. `caller/shop/requests`. Limits that are taken together
   * must be stored together.
   */
  readonly key: string;
  /** Maximum per window. 0: no limit, and nothing is counted. */
  readonly limit: number;
  /** Windows are aligned to the epoch. */
  readonly windowMs: number;
  /** How much of the limit this takes. Default: 1. */
  readonly amount?: number;
  /** `release` gives it back: an open stream, or a guess that was right. */
  readonly isHeld?: boolean;
}

/**
 * `taken`: within all limits; `sum` is the last counted one's, with this time.
 * `exceeded`: that limit is used up, and none was counted. `uncounted`: the
 * counters failed, which is logged. Callers within the limits must not be
 * affected by that: let them pass, unless they could guess without a limit.
 */
type Taking<Given extends Limit> =
  | {
      readonly kind: "taken";
      readonly sum: number;
      /** Until the last limit's next window. */
      readonly resetMs: number;
      /** Gives back what is held; call it once. Never throws. */
      readonly release: () => Promise<void>;
    }
  | {
      readonly kind: "exceeded";
      readonly limit: Given;
      /** Until its next window. */
      readonly resetMs: number;
    }
  | { readonly kind: "uncounted"; readonly error: unknown };

/**
 * Limits callers, addresses, visitors and strangers; safe under concurrency.
 * Counts of windows of up to two minutes may occasionally be lost, since
 * keeping them would cost more than it protects.
 */
export interface Limiter {
  /**
   * Takes from all limits or from none, in one request to the counters. On
   * DynamoDB, what a refused taking has counted is visible to others until it is
   * reverted, a moment later. Never throws.
   */
  take<Given extends Limit>(limits: readonly Given[]): Promise<Taking<Given>>;
}

export function createLimiter({
  counters,
  now = Date.now,
}: {
  counters: Counters;
  now?: () => number;
}): Limiter {
  return {
    async take<Given extends Limit>(
      limits: readonly Given[],
    ): Promise<Taking<Given>> {
      const at = now();
      const counted = limits.filter(
        ({ limit, amount = 1 }) => limit > 0 && amount > 0,
      );
      const changes = counted.map((limit) => toChange(limit, at));
      try {
        const counting = await counters.add(changes);
        const exceeded =
          counting.kind === "refused" ? counted[counting.index] : undefined;
        const resetMs = untilReset(exceeded ?? limits.at(-1), at);
        if (exceeded !== undefined)
          return { kind: "exceeded", limit: exceeded, resetMs };
        const sums = counting.kind === "added" ? counting.sums : [];
        const held = changes.filter((_, index) => counted[index]?.isHeld);
        return {
          kind: "taken",
          sum: sums.at(-1)?.["taken"] ?? 0,
          resetMs,
          release: () => giveBack(counters, held),
        };
      } catch (error) {
        logError("requests not counted", { error });
        return { kind: "uncounted", error };
      }
    },
  };
}

function toChange(
  { key, limit, windowMs, amount = 1, isHeld = false }: Limit,
  at: number,
): CounterChange {
  const window = Math.floor(at / windowMs);
  return {
    key: `${key}/${window}`,
    add: { taken: amount },
    atMost: { taken: limit },
    // What is held may be given back after its window.
    expiresAt: (window + (isHeld ? 2 : 1)) * windowMs,
  };
}

function untilReset(limit: Limit | undefined, at: number): number {
  return limit === undefined ? 0 : limit.windowMs - (at % limit.windowMs);
}

async function giveBack(
  counters: Counters,
  held: readonly CounterChange[],
): Promise<void> {
  try {
    await counters.add(
      held.map(({ key, add: { taken = 0 }, expiresAt }) => ({
        key,
        add: { taken: -taken },
        expiresAt,
      })),
    );
  } catch (error) {
    logError("requests not counted", { error });
  }
}
