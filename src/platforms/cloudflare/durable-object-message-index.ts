import type { MessageIndex } from "../../archive.ts";
import { compareCodePoints } from "../compare-code-points.ts";
import type { Env } from "./env.ts";

/** One object takes some hundred writes a second; this many share an owner's ids. */
const SHARDS = 16;

/** Each shard lists the conversations of its ids; one without ids is listed by the shard of its name. */
export function createDurableObjectMessageIndex(
  namespace: Env["MESSAGE_INDEX"],
): MessageIndex {
  const shard = (owner: string, number: number) =>
    namespace.getByName(`${owner}:${number}`);
  const shardOf = (owner: string, id: string) =>
    shard(owner, hash(id) % SHARDS);
  const shardsOf = (owner: string) =>
    Array.from({ length: SHARDS }, (_, number) => shard(owner, number));
  return {
    claim: ({ owner, id, conversation }) =>
      shardOf(owner, id).claim(id, conversation),
    find: ({ owner, id }) => shardOf(owner, id).find(id),
    note: async ({ owner, conversation }) =>
      shardOf(owner, conversation).note(conversation),
    list: async ({ owner, limit, ...range }) => {
      const lists = await Promise.all(
        shardsOf(owner).map((part) => part.list({ ...range, limit })),
      );
      return [...new Set(lists.flat())]
        .toSorted(compareCodePoints)
        .slice(0, limit);
    },
    release: async ({ owner, conversation, id }) => {
      const parts = id === undefined ? shardsOf(owner) : [shardOf(owner, id)];
      await Promise.all(parts.map((part) => part.release(conversation, id)));
    },
    forget: async ({ owner, conversation }) => {
      await Promise.all(
        shardsOf(owner).map((part) => part.forget(conversation)),
      );
    },
  };
}

/** FNV-1a; it only has to spread ids evenly, and to stay the same for ever. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text))
    value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value;
}
