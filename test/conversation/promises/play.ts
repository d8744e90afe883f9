import fc from "fast-check";
import { afterEach, beforeAll, vi } from "vitest";
import type { World } from "./world.ts";

/** For a file of tests that play in worlds, whose clock is a fake. */
export function keepTimeReal(): void {
  // An answer loads these when it first needs them, which takes real time.
  beforeAll(async () => {
    await import("../../../src/conversation/addresses/shown-links.ts");
    await import("../../../src/document/close-open-ends.ts");
    await import("rrule-temporal");
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

/** What happens to the workers of any conversation. */
export const workDeeds = [
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom("run", "run", "run", "kill", "pass"),
      worker: fc.nat({ max: 1 }),
    }),
  },
  // Dies in the middle of a turn.
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("crash" as const),
      worker: fc.nat({ max: 1 }),
      after: fc.nat({ max: 30 }),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant("resume" as const),
      picks: fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 40 }),
    }),
  },
] as const;

type WorkDeed =
  | { readonly kind: "run" | "kill" | "pass"; readonly worker: number }
  | {
      readonly kind: "crash";
      readonly worker: number;
      readonly after: number;
    }
  | { readonly kind: "resume"; readonly picks: readonly number[] };

/** After more attempts, a turn is given up: see `MAX_ATTEMPTS`. */
export const MAX_DISTURBANCES = 4;

/** Plays deeds in a world, then completes all work. */
export function createPlayer(world: World) {
  /** Requests without a response, which their senders repeat. */
  const open = new Map<string, () => void>();
  let disturbances = 0;
  const disturb = (work: () => void): void => {
    if (++disturbances <= MAX_DISTURBANCES) work();
  };

  const runAll = async (): Promise<void> => {
    await world.finish();
    for (let rounds = 0; (await world.inspect().nextTurn()) !== undefined;) {
      if (rounds++ > 100) throw new Error("A turn never ends.");
      world.pass();
      world.run(rounds);
      await world.finish();
    }
  };

  return {
    disturb,
    runAll,
    /** @param name once for each request */
    ask(name: string, send: (onDone: () => void) => void): void {
      const request = () => send(() => open.delete(name));
      open.set(name, request);
      request();
    },
    async work(deed: WorkDeed): Promise<void> {
      switch (deed.kind) {
        case "run":
          return world.run(deed.worker);
        case "kill":
          return disturb(() => world.kill(deed.worker));
        case "pass":
          return disturb(() => world.pass());
        case "crash":
          world.run(deed.worker);
          for (let gates = 0; gates < deed.after; gates++)
            await world.resume(0);
          return disturb(() => world.kill(deed.worker));
        case "resume":
          for (const pick of deed.picks) await world.resume(pick);
      }
    },
    /** Each request is answered, and nothing is left to run. */
    async finish(): Promise<void> {
      await world.finish();
      while (open.size > 0) {
        const again = [...open.values()];
        again.forEach((request) => request());
        await world.finish();
      }
      await runAll();
    },
  };
}
