import type { MessageIndex } from "../../src/archive.ts";

/** An index that lives as long as the test. */
export function createMessageIndex(): MessageIndex {
  const conversations = new Map<string, string>();
  const keyOf = (entry: { owner: string; id: string }) =>
    `${entry.owner} ${entry.id}`;
  return {
    async claim({ conversation, ...entry }) {
      const key = keyOf(entry);
      const bound = conversations.get(key) ?? conversation;
      conversations.set(key, bound);
      return bound;
    },
    find: async (entry) => conversations.get(keyOf(entry)),
    async forget({ owner, conversation }) {
      for (const [key, bound] of conversations)
        if (key.startsWith(`${owner} `) && bound === conversation)
          conversations.delete(key);
    },
  };
}
