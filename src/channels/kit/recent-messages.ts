import { createRecent } from "../../runtime/recent.ts";

/** Bounds memory: messages that another process finished are never forgotten. */
const MAX_MESSAGES = 1_000;

/**
 * What this process knows of the latest messages that it writes. Ids are unique
 * within a chat only.
 */
export function createRecentMessages<Known>() {
  const messages = createRecent<Known>(MAX_MESSAGES);
  const keyOf = (chat: string, id: string) => JSON.stringify([chat, id]);
  return {
    get: (chat: string, id: string) => messages.get(keyOf(chat, id)),
    note: (chat: string, id: string, known: Known) =>
      messages.set(keyOf(chat, id), known),
    forget: (chat: string, id: string) => messages.delete(keyOf(chat, id)),
    values: messages.values,
  };
}
