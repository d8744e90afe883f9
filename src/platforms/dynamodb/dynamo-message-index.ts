import type { MessageIndex } from "../../archive.ts";
import { type Key, toSortKey } from "./keys.ts";
import type { DynamoTable } from "./table.ts";

/** So many items are erased at a time. */
const AT_ONCE = 20;

/**
 * The message index in a DynamoDB table: each id is a partition of its own, and is listed in another one by its
 * conversation, for `forget`. The list comes first, so that no id is bound that could not be forgotten. A claim costs two
 * write units, a look-up one read unit.
 */
export function createDynamoMessageIndex({
  table,
}: {
  table: DynamoTable;
}): MessageIndex {
  return {
    async claim({ owner, id, conversation }) {
      const listed = listKey({ owner, conversation, id });
      await table.put({ ...listed, id });
      const { kind, item } = await table.put(
        { ...idKey({ owner, id }), conversation },
        { expression: "attribute_not_exists(pk)" },
      );
      if (kind === "written") return conversation;
      const bound = String(item?.["conversation"]);
      if (bound !== conversation) await table.delete(listed);
      return bound;
    },

    async find(entry) {
      const item = await table.get(idKey(entry), { isConsistent: true });
      return item && String(item["conversation"]);
    },

    async forget({ owner, conversation }) {
      const { pk } = listKey({ owner, conversation, id: "" });
      for (;;) {
        const items = await table.query({
          pk,
          from: "message#",
          // The character behind #.
          to: "message$",
          limit: AT_ONCE,
          isConsistent: true,
        });
        await Promise.all(
          items.map(async (item) => {
            await table.delete(idKey({ owner, id: String(item["id"]) }), {
              expression: "conversation = :conversation",
              values: { ":conversation": conversation },
            });
            await table.delete(item);
          }),
        );
        if (items.length < AT_ONCE) return;
      }
    },
  };
}

function idKey({ owner, id }: { owner: string; id: string }): Key {
  return { pk: toSortKey("message", owner, id), sk: "conversation" };
}

function listKey({
  owner,
  conversation,
  id,
}: {
  owner: string;
  conversation: string;
  id: string;
}): Key {
  return {
    pk: toSortKey("messages", owner, conversation),
    sk: toSortKey("message", id),
  };
}
