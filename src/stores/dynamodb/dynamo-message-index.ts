import type { IndexEntry, MessageIndex } from "../../archive.ts";
import { compareCodePoints } from "../../text.ts";
import { type Key, sortKeysOf, toSortKey } from "./attributes.ts";
import type { DynamoTable } from "./table.ts";

/** The names of conversations follow this in their sort keys. */
const CONVERSATIONS = sortKeysOf("conversation");

/** So many items are erased at a time. */
const AT_ONCE = 20;

/**
 * The message index in a DynamoDB table: each id is a partition of its own, and is listed in another one by its
 * conversation, for `forget`. The list comes first, so that no id is bound that could not be forgotten. The owner's
 * conversations lie in a third one. A claim costs two write units and a read unit, and a third write unit for the first id of
 * a conversation; a look-up costs one read unit.
 */
export function createDynamoMessageIndex({
  table,
}: {
  table: DynamoTable;
}): MessageIndex {
  const note: MessageIndex["note"] = async (entry) => {
    const key = conversationKey(entry);
    const known = await table.get(key, { isConsistent: true });
    if (known === undefined) await table.put({ ...key });
  };

  const listIds = async (
    { owner, conversation }: Omit<IndexEntry, "id">,
    { limit }: { limit: number },
  ): Promise<readonly string[]> => {
    const { pk } = listKey({ owner, conversation, id: "" });
    const items = await table.query({
      pk,
      ...sortKeysOf("message"),
      limit,
      isConsistent: true,
    });
    return items.map(({ id }) => String(id));
  };

  /** The id may be bound to another conversation by now. */
  const drop = async (entry: IndexEntry): Promise<void> => {
    await table.delete(idKey(entry), {
      expression: "conversation = :conversation",
      values: { ":conversation": entry.conversation },
    });
    await table.delete(listKey(entry));
  };

  return {
    note,

    async claim({ owner, id, conversation }) {
      const listed = listKey({ owner, conversation, id });
      await table.put({ ...listed, id });
      const { kind, item } = await table.put(
        { ...idKey({ owner, id }), conversation },
        { expression: "attribute_not_exists(pk)" },
      );
      const bound =
        kind === "written" ? conversation : String(item?.["conversation"]);
      if (bound === conversation) await note({ owner, conversation });
      else await table.delete(listed);
      return bound;
    },

    async list({ owner, prefix, after = "", limit }) {
      const { pk, sk: from } = conversationKey({ owner, conversation: prefix });
      const items = await table.query({
        pk,
        from,
        to: CONVERSATIONS.to,
        // DynamoDB refuses a start key outside the bounds.
        ...(compareCodePoints(after, prefix) >= 0 && {
          after: conversationKey({ owner, conversation: after }).sk,
        }),
        limit,
        isConsistent: true,
      });
      return items
        .map(({ sk }) => sk.slice(CONVERSATIONS.from.length))
        .filter((name) => name.startsWith(prefix));
    },

    async find(entry) {
      const item = await table.get(idKey(entry), { isConsistent: true });
      return item && String(item["conversation"]);
    },

    async release({ owner, conversation, id }) {
      if (id !== undefined) await drop({ owner, conversation, id });
      const left = await listIds({ owner, conversation }, { limit: 1 });
      if (left.length === 0)
        await table.delete(conversationKey({ owner, conversation }));
    },

    async forget(entry) {
      const { owner, conversation } = entry;
      for (;;) {
        const ids = await listIds(entry, { limit: AT_ONCE });
        await Promise.all(ids.map((id) => drop({ owner, conversation, id })));
        if (ids.length < AT_ONCE) break;
      }
      await table.delete(conversationKey(entry));
    },
  };
}

function idKey({ owner, id }: Omit<IndexEntry, "conversation">): Key {
  return { pk: toSortKey("message", owner, id), sk: "conversation" };
}

/** Its name is stored unchanged, so that names are sorted; nothing follows it. */
function conversationKey({ owner, conversation }: Omit<IndexEntry, "id">): Key {
  const pk = toSortKey("conversations", owner);
  return { pk, sk: `${CONVERSATIONS.from}${conversation}` };
}

function listKey({ owner, conversation, id }: IndexEntry): Key {
  const pk = toSortKey("messages", owner, conversation);
  return { pk, sk: toSortKey("message", id) };
}
