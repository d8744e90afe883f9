import type { ListedFailure } from "../callers.ts";
import type { World } from "../world.ts";

/** The conversation's failed turns, as the list has them. */
export async function findListed(
  world: World,
  conversation: string,
): Promise<readonly ListedFailure[]> {
  const all = await world.listFailures();
  return all.filter((turn) => turn.conversation === conversation);
}
