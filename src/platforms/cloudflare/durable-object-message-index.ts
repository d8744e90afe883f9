import type { MessageIndex } from "../../archive.ts";
import type { Env } from "./env.ts";

/** One object takes some hundred writes a second; this many share an owner's ids. */
const SHARDS = 16;

export function createDurableObjectMessageIndex(
  namespace: Env["MESSAGE_INDEX"],
): MessageIndex {
  const shard = (owner: string, number: number) =>
    namespace.getByName(`${owner}:${number}`);
  const shardOf = (owner: string, id: string) =>
    shard(owner, hash(id) % SHARDS);
  return {
    claim: ({ owner, id, conversation }) =>
      shardOf(owner, id).claim(id, conversation),
    find: ({ owner, id }) => shardOf(owner, id).find(id),
    forget: async ({ owner, conversation }) => {
      const numbers = Array.from({ length: SHARDS }, (_, number) => number);
      await Promise.all(
        numbers.map((number) => shard(owner, number).forget(conversation)),
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
