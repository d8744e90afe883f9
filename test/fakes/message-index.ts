import { compareCodePoints } from "../../src/text/text.ts";
import type { MessageIndex } from "../../src/types/archive.ts";

/** An in-memory index. */
export function createMessageIndex(): MessageIndex {
  const conversations = new Map<string, string>();
  const noted = new Set<string>();
  const keyOf = (entry: { owner: string; id: string }) =>
    `${entry.owner} ${entry.id}`;
  return {
    async claim({ conversation, ...entry }) {
      const key = keyOf(entry);
      const bound = conversations.get(key) ?? conversation;
      conversations.set(key, bound);
      noted.add(`${entry.owner} ${bound}`);
      return bound;
    },
    async note({ owner, conversation }) {
      noted.add(`${owner} ${conversation}`);
    },
    async list({ owner, prefix, after = "", limit }) {
      return [...noted]
        .filter((name) => name.startsWith(`${owner} ${prefix}`))
        .map((name) => name.slice(owner.length + 1))
        .toSorted(compareCodePoints)
        .filter((name) => compareCodePoints(name, after) > 0)
        .slice(0, limit);
    },
    find: async (entry) => conversations.get(keyOf(entry)),
    async release({ owner, conversation, id }) {
      if (
        id !== undefined &&
        conversations.get(`${owner} ${id}`) === conversation
      )
        conversations.delete(`${owner} ${id}`);
      const isLeft = [...conversations].some(
        ([key, bound]) => key.startsWith(`${owner} `) && bound === conversation,
      );
      if (!isLeft) noted.delete(`${owner} ${conversation}`);
    },
    async forget({ owner, conversation }) {
      noted.delete(`${owner} ${conversation}`);
      for (const [key, bound] of conversations)
        if (key.startsWith(`${owner} `) && bound === conversation)
          conversations.delete(key);
    },
  };
}
