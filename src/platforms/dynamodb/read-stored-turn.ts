import type { Entry } from "./collection.ts";
import type { StoredTurn } from "./conversation-items.ts";
import type { ConversationStore } from "./conversation-store.ts";

/**
 * Who works on the turn has read it before: nobody else changes it meanwhile.
 * @param number of one that the root knows: read in the cheap way, if that shows it
 */
export async function readStoredTurn(
  { items, progress, lastRead }: ConversationStore,
  id: string,
  { number }: { number?: number } = {},
): Promise<Entry<StoredTurn> | undefined> {
  const known = progress.has(id) ? lastRead.get(id) : undefined;
  if (known !== undefined) return known;
  const cheap = number === undefined ? undefined : await items.turns.get([id]);
  const stored =
    cheap !== undefined && cheap.turn === number
      ? cheap
      : await items.turns.get([id], { isConsistent: true });
  lastRead.clear();
  if (stored !== undefined) lastRead.set(id, stored);
  return stored;
}
