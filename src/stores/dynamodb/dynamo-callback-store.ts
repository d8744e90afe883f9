import type { CallbackState } from "../../http/callbacks/callback-state.ts";
import type { CallbackStore } from "../../http/callbacks/create-callback-queue.ts";
import { parseOwnJson } from "../../text/json.ts";
import type { TurnReference } from "../../types/mailbox.ts";
import { hasVersion, sortKeysOf, toSortKey, type Key } from "./attributes.ts";
import type { DynamoTable } from "./table.ts";

/** Items erased at a time. */
const BATCH_SIZE = 20;

/**
 * Stores callbacks in a DynamoDB table, one item each, one partition per
 * conversation. A swap costs one write unit per KB, of which a callback has one
 * or two. Completed ones expire by TTL.
 */
export function createDynamoCallbackStore({
  table,
}: {
  table: DynamoTable;
}): CallbackStore {
  return {
    async find(turn) {
      const item = await table.get(keyOf(turn), { isConsistent: true });
      return item && parseOwnJson<CallbackState>(item["state"]);
    },

    async swap(before, after) {
      const { callback, version, status, dueAt } = after;
      const { kind } = await table.put(
        {
          ...keyOf(callback),
          version,
          state: JSON.stringify(after),
          expires: status === "pending" ? undefined : Math.floor(dueAt / 1_000),
        },
        before === undefined ? table.isGone() : hasVersion(before.version),
      );
      return kind === "written";
    },

    async remove(turn) {
      await table.delete(keyOf(turn));
    },

    async forget(conversation) {
      const { pk } = keyOf({ conversation, id: "" });
      for (;;) {
        const items = await table.query({
          pk,
          ...sortKeysOf("callback"),
          limit: BATCH_SIZE,
          isConsistent: true,
        });
        await Promise.all(items.map((item) => table.delete(item)));
        if (items.length < BATCH_SIZE) return;
      }
    },
  };
}

function keyOf({ conversation, id }: TurnReference): Key {
  return {
    pk: toSortKey("callbacks", conversation),
    sk: toSortKey("callback", id),
  };
}
