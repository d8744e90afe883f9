import type { ListedFailure } from "../callers.ts";
import type { World } from "../world.ts";

/** The conversation's entries in the list of failed turns. */
export async function findListed(
  world: World,
  conversation: string,
): Promise<readonly ListedFailure[]> {
  const all = await world.listFailures();
  return all.filter((turn) => turn.conversation === conversation);
}
