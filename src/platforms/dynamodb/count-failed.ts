import type { ConversationStore } from "./conversation-store.ts";
import { toSortableNumber } from "./keys.ts";
import type { Root } from "./root.ts";

/** More are not read to be counted. */
const MAX_COUNTED = 2_000;

/** How many turns before that number have failed, those that are open among them; 2,000 or so at most. */
export async function countFailed(
  { items, isExpired }: ConversationStore,
  { open, firstNumber }: Root,
  border: number,
): Promise<number> {
  const closed = await items.failures.list({
    from: toSortableNumber(firstNumber),
    to: toSortableNumber(border - 1),
    limit: MAX_COUNTED,
    isConsistent: true,
  });
  // One that was opened again is counted among those.
  const past = closed.filter(
    ({ value: { id, acceptedAt } }) =>
      !isExpired(acceptedAt) && open.every((turn) => turn.id !== id),
  );
  const present = open.filter(
    ({ number, status }) => number < border && status === "failed",
  );
  return past.length + present.length;
}
