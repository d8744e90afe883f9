/** Bounds memory: turns that another process finished are never removed. */
const MAX_MESSAGES = 1_000;

/**
 * Remembers data about the latest 1,000 messages that this process writes. Ids
 * are unique within a chat only.
 */
export function createRecentMessages<Known>() {
  const messages = new Map<string, Known>();
  const keyOf = (chat: string, id: string) => JSON.stringify([chat, id]);
  return {
    get: (chat: string, id: string): Known | undefined =>
      messages.get(keyOf(chat, id)),

    note(chat: string, id: string, known: Known): void {
      messages.delete(keyOf(chat, id));
      messages.set(keyOf(chat, id), known);
      const [oldest] = messages.keys();
      if (messages.size > MAX_MESSAGES && oldest !== undefined)
        messages.delete(oldest);
    },

    forget: (chat: string, id: string): void =>
      void messages.delete(keyOf(chat, id)),

    values: () => messages.values(),
  };
}
