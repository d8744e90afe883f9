import type { Message } from "@aws-sdk/client-sqs";
import { CALLED_WHEN_TAKEN_OVER, SENT_WHEN_TAKEN_OVER } from "../tally.ts";
import { createClock, type Clock } from "./clock.ts";
import { createRivals } from "./create-rivals.ts";
import { findNext } from "./find-next.ts";
import { judgeRun, type Run } from "./judge-run.ts";
import {
  createProcess,
  type FaultyProcess,
  type MadeRequest,
} from "./process.ts";
import { createScene } from "./scene.ts";
import { createTurnstile } from "./turnstile.ts";
import { LEASE_MS, type World } from "./world.ts";

/** Two concurrent workers on one conversation, and a third on another one. */
export interface Encounter {
  /** The first worker's request from which on they alternate; 1-based. */
  readonly at: number;
  /** That request in a healthy process. */
  readonly request: MadeRequest;
  /** Number of consecutive requests of each. */
  readonly strides: readonly [number, number, number];
  readonly hasFollower: boolean;
}

/**
 * All interleavings: each worker is ahead of the other once, and the second may
 * take over at each request of the first. It must be fast for that: it reads
 * the turn and starts it between two actions of the first.
 */
export function encountersOf(
  requests: readonly MadeRequest[],
  { hasFollower }: { hasFollower: boolean },
): readonly Encounter[] {
  const allStrides = [
    [1, 1, 1],
    [2, 1, 1],
    [1, 2, 1],
    [1, 4, 1],
    [1, 8, 1],
    [1, 16, 1],
  ] as const;
  return allStrides.flatMap((strides) =>
    requests.map((request, index) => ({
      at: index + 1,
      request,
      strides,
      hasFollower,
    })),
  );
}

/**
 * Leases that expire at once: they exclude nobody and are renewed before each
 * action.
 */
export function createRestlessClock(): Clock {
  return createClock({ tickMs: LEASE_MS });
}

/** Runs an encounter with leases that expire at once. */
export async function runEncounter(
  world: World,
  {
    number,
    encounter: { at, strides, hasFollower },
  }: { number: number; encounter: Encounter },
): Promise<Run> {
  const scene = await createScene(world, {
    number,
    hasFollower,
    clock: createRestlessClock(),
  });
  await scene.take(createProcess());
  const message = await scene.receive();
  if (message === undefined) throw new Error("Nothing was queued.");
  const { paces, leave } = createTurnstile(strides);
  const [firstPace, secondPace, thirdPace] = paces;
  const { first, second, underWay } = createRivals({
    at,
    paces: [firstPace, secondPace],
    readNext: async () => {
      const { calls, parts } = await findNext(scene.memory, number);
      return [...calls, ...parts];
    },
  });
  const third = createProcess({ at: 1, pace: thirdPace });
  const running = scene.run(first, message).finally(() => leave(0));
  const struck = await Promise.race([
    first.struck,
    running.then(() => undefined),
  ]);
  const { own, neighbours } = await scene.receiveBoth();
  const join = async (
    process: FaultyProcess,
    { place, given }: { place: number; given: Message | undefined },
  ): Promise<void> => {
    if (given !== undefined) await scene.run(process, given);
    leave(place);
  };
  await Promise.all([
    running,
    join(second, { place: 1, given: own }),
    join(third, { place: 2, given: neighbours }),
  ]);
  await scene.settle();
  const repeatable = underWay();
  return judgeRun(scene, {
    hasFollower,
    spoilt: {
      struck,
      window:
        repeatable?.kind === "part"
          ? SENT_WHEN_TAKEN_OVER
          : CALLED_WHEN_TAKEN_OVER,
      inWindow: repeatable?.name,
      mayRepeat: [],
    },
  });
}
