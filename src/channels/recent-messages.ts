/** What is known of so many messages; those of turns that another process has ended are forgotten in time. */
const MAX_MESSAGES = 1_000;

/** What this process knows of messages that it is writing. Ids are unique within a chat, and not among all. */
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
