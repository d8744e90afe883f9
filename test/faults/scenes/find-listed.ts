import { FAILURE_LISTS } from "../../../src/conversation/split-failure-list.ts";
import { spread } from "../../../src/hash.ts";
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

/** The object whose list has the conversation's failed turns. */
export function failureListOf(conversation: string): string {
  return `failures/${spread(conversation, FAILURE_LISTS)}`;
}
