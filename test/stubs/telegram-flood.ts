import { MethodError } from "./telegram-method.ts";

/**
 * A chat's limits: a message per second after a short burst, and in groups at
 * most 20 per minute; edits count
 * (https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this).
 * Telegram does not document the size of a burst.
 */
const LIMITS = {
  private: [{ burst: 3, everyMs: 1_000 }],
  group: [
    { burst: 3, everyMs: 1_000 },
    { burst: 20, everyMs: 3_000 },
  ],
} as const;

export interface FloodControl {
  /**
   * Counts a message or an edit in the chat. Throws with the waiting time if it
   * exceeds a limit.
   */
  take(chat: number): void;
}

export function createFloodControl({
  now = Date.now,
}: { now?: () => number } = {}): FloodControl {
  /**
   * By chat and limit: when the taken calls would be complete if evenly spaced.
   */
  const through = new Map<number, number[]>();
  return {
    take(chat) {
      const limits = chat > 0 ? LIMITS.private : LIMITS.group;
      const times = limits.map((_, index) =>
        Math.max(through.get(chat)?.[index] ?? 0, now()),
      );
      const waitMs = Math.max(
        ...limits.map(
          ({ burst, everyMs }, index) =>
            (times[index] ?? 0) - (burst - 1) * everyMs - now(),
        ),
      );
      if (waitMs > 0) {
        const retryAfter = Math.ceil(waitMs / 1000);
        throw new MethodError(
          429,
          `Too Many Requests: retry after ${retryAfter}`,
          { retry_after: retryAfter },
        );
      }
      through.set(
        chat,
        limits.map(({ everyMs }, index) => (times[index] ?? 0) + everyMs),
      );
    },
  };
}
