import type { Pace } from "./process.ts";

/** Makes three processes take turns with their requests. */
export interface Turnstile {
  /**
   * Per process: delays its requests until its turn, and the others' until they
   * are done.
   */
  readonly paces: readonly [Pace, Pace, Pace];
  /** The process is finished: do not wait for it. */
  readonly leave: (who: number) => void;
}

/**
 * @param strides number of consecutive requests of each, from the first one on
 */
export function createTurnstile(
  strides: readonly [number, number, number],
): Turnstile {
  const gone = new Set<number>();
  const waiting = strides.map((): (() => void)[] => []);
  let whose = 0;
  let made = 0;
  let isBusy = false;

  const admitNext = (): void => {
    if (isBusy) return;
    for (const _ of strides) {
      if (!gone.has(whose)) break;
      whose = (whose + 1) % strides.length;
      made = 0;
    }
    const admit = waiting[whose]?.shift();
    isBusy = admit !== undefined;
    admit?.();
  };
  const finish = (): void => {
    isBusy = false;
    made++;
    if (made >= (strides[whose] ?? 1)) {
      whose = (whose + 1) % strides.length;
      made = 0;
    }
    admitNext();
  };

  const paceOf =
    (who: number): Pace =>
    async (work) => {
      if (gone.has(who)) return work();
      await new Promise<void>((admit) => {
        waiting[who]?.push(admit);
        admitNext();
      });
      try {
        return await work();
      } finally {
        finish();
      }
    };
  return {
    paces: [paceOf(0), paceOf(1), paceOf(2)],
    leave(who) {
      gone.add(who);
      admitNext();
    },
  };
}
