import type { Entry } from "./collection.ts";
import type { StoredTurn } from "./conversation-items.ts";
import type { ConversationStore } from "./conversation-store.ts";

/** Who works on the turn has read it before: nobody else changes it meanwhile. */
export async function readStoredTurn(
  { items, progress, lastRead }: ConversationStore,
  id: string,
  { isConsistent = true } = {},
): Promise<Entry<StoredTurn> | undefined> {
  const known = progress.has(id) ? lastRead.get(id) : undefined;
  if (known !== undefined) return known;
  const stored =
    (isConsistent ? undefined : await items.turns.get([id])) ??
    (await items.turns.get([id], { isConsistent: true }));
  lastRead.clear();
  if (stored !== undefined) lastRead.set(id, stored);
  return stored;
}
