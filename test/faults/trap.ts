import { inTime } from "./in-time.ts";
import type { FaultCase } from "./way.ts";
import type { World } from "./world.ts";

/** A process to be killed at a point. */
export interface Trap {
  /** Resolves when it reaches the point. */
  readonly reached: Promise<void>;
  /** Kills it at once. */
  readonly spring: () => Promise<void>;
}

/**
 * Kills the process at the point. Throws if it never gets there, or rejects the
 * message.
 */
export async function springThere(
  { reached, spring }: Trap,
  accepted: Promise<unknown>,
): Promise<void> {
  const notRefused = accepted.then(() => reached);
  await inTime("the point", Promise.race([reached, notRefused]));
  await spring();
}

/**
 * Starts the world's process so that it can be killed when one conversation
 * reaches the fault's point.
 */
export async function setTrap(
  world: World,
  fault: FaultCase["fault"],
  {
    number,
    conversation,
    variables,
  }: {
    number: number;
    conversation: string;
    variables?: Readonly<Record<string, string>> | undefined;
  },
): Promise<Trap> {
  if (fault.kind === "inside") {
    const { point, when } = fault;
    const { reached } = await world.start(
      { conversation, point, when },
      variables,
    );
    return { reached, spring: () => world.kill() };
  }
  const hold = world.hold({ number, name: fault.call }, fault.stage);
  await world.start(undefined, variables);
  return {
    reached: hold.reached,
    spring: async () => {
      await world.kill();
      hold.release();
    },
  };
}
