import { compareCodePoints } from "../../text/text.ts";
import type { IndexEntry, MessageIndex } from "../../types/archive.ts";
import { sortKeysOf, toSortKey, type Key } from "./attributes.ts";
import type { DynamoTable } from "./table.ts";

/** Range and prefix of the sort keys that end in a conversation's name. */
const CONVERSATIONS = sortKeysOf("conversation");

/** Items erased at a time. */
const BATCH_SIZE = 20;

/**
 * Stores the message index in a DynamoDB table. Each id is a partition, and is
 * also listed in its conversation's partition, for `forget`; the list is
 * written first, so that every bound id can be forgotten. A third kind of
 * partition lists an owner's conversations. A claim costs two write units and
 * one read unit, plus one write unit for a conversation's first id; a lookup
 * costs one read unit.
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

  /** Unbinds the id unless it is bound to another conversation. */
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
        // DynamoDB rejects a start key outside the range.
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
        const ids = await listIds(entry, { limit: BATCH_SIZE });
        await Promise.all(ids.map((id) => drop({ owner, conversation, id })));
        if (ids.length < BATCH_SIZE) break;
      }
      await table.delete(conversationKey(entry));
    },
  };
}

function idKey({ owner, id }: Omit<IndexEntry, "conversation">): Key {
  return { pk: toSortKey("message", owner, id), sk: "conversation" };
}

/** The name is unescaped and last, so that keys sort by name. */
function conversationKey({ owner, conversation }: Omit<IndexEntry, "id">): Key {
  const pk = toSortKey("conversations", owner);
  return { pk, sk: `${CONVERSATIONS.from}${conversation}` };
}

function listKey({ owner, conversation, id }: IndexEntry): Key {
  const pk = toSortKey("messages", owner, conversation);
  return { pk, sk: toSortKey("message", id) };
}
