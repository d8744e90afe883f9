import { NEIGHBOURS_REPLY } from "./chat.ts";
import { judgeRun, type Run } from "./judge-run.ts";
import { createProcess, type MadeRequest } from "./process.ts";
import { createScene } from "./scene.ts";
import { createTurnstile } from "./turnstile.ts";
import type { World } from "./world.ts";

/** Two workers at once on one conversation, and a third one on its neighbour's. */
export interface Encounter {
  /** The first worker's request from which on they take turns. Counts from 1. */
  readonly at: number;
  /** What that request is in a healthy process. */
  readonly request: MadeRequest;
  /** How many requests each of them makes at a time. */
  readonly strides: readonly [number, number, number];
  readonly hasFollower: boolean;
}

/**
 * All ways of taking turns: each worker on the conversation is ahead of the other once, and the second one may take over
 * at each request of the first. It has to be fast for that: between what the first one does it reads the turn and begins it.
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

/** So short that it keeps nobody away: it is renewed before whatever a worker does. */
export const SHORT_LEASE_MS = 1;

/** Plays it with leases that run out at once. */
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
    leaseMs: SHORT_LEASE_MS,
  });
  await scene.take(createProcess());
  const message = await scene.receive();
  if (message === undefined) throw new Error("Nothing was queued.");
  const { paces, leave } = createTurnstile(strides);
  const [ownPace, ...otherPaces] = paces;
  const first = createProcess({ at, ...(ownPace && { pace: ownPace }) });
  const running = scene.run(first, message).finally(() => leave(0));
  const struck = await Promise.race([
    first.struck,
    running.then(() => undefined),
  ]);
  const others = struck === undefined ? [] : await scene.receiveAgain();
  await Promise.all([
    running,
    ...otherPaces.map(async (pace, index) => {
      const next = others[index];
      const other = createProcess({ at: 1, pace });
      if (next !== undefined) await scene.run(other, next);
      leave(index + 1);
    }),
  ]);
  await scene.settle();
  const { sent, calls } = scene.chat;
  const inWindow = findRepeated(sent);
  const underWay = inWindow === undefined ? findRepeated(calls) : undefined;
  return judgeRun(scene, {
    hasFollower,
    spoilt: {
      struck,
      // One that was taken over had one request under way: a part that it sent, or a call.
      inWindow: inWindow === NEIGHBOURS_REPLY ? undefined : inWindow,
      mayRepeat: underWay === undefined ? [] : [underWay],
    },
  });
}

function findRepeated(names: readonly string[]): string | undefined {
  return names.find((name, index) => names.indexOf(name) < index);
}
