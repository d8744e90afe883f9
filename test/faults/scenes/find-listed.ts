import { FAILURE_LISTS } from "../../../src/conversation/failures/split-failure-list.ts";
import { spread } from "../../../src/runtime/hash.ts";
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

/** The object with the list of the conversation's failed turns. */
export function failureListOf(conversation: string): string {
  return `failures/${spread(conversation, FAILURE_LISTS)}`;
}
