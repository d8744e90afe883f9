import { toSortKey, type Key } from "./attributes.ts";
import type { DynamoTable } from "./table.ts";

/** A conversation to wake at a time. */
export interface DueConversation {
  readonly conversation: string;
  readonly at: number;
}

/** The conversations of a deployment with something due later. */
export interface DueIndex {
  /** Idempotent. A conversation may be there with several times. */
  put(due: DueConversation): Promise<void>;
  /** Those whose time has come, the longest ago first. */
  list(options: {
    until: number;
    limit: number;
  }): Promise<readonly DueConversation[]>;
  remove(due: DueConversation): Promise<void>;
}

/** One partition takes a thousand writes per second. */
const PARTITION = "due";

/**
 * Stores what is due in one partition of a DynamoDB table, sorted by time. A
 * write takes one write unit, a look at what is due half a read unit.
 */
export function createDynamoDueIndex({
  table,
}: {
  table: DynamoTable;
}): DueIndex {
  return {
    async put(due) {
      await table.put({ ...keyOf(due), ...due });
    },

    async list({ until, limit }) {
      const items = await table.query({
        pk: PARTITION,
        from: "0",
        to: `${toTime(until)}~`,
        limit,
      });
      return items.map(({ conversation, at }) => ({
        conversation: String(conversation),
        at: Number(at),
      }));
    },

    async remove(due) {
      await table.delete(keyOf(due));
    },
  };
}

function keyOf({ conversation, at }: DueConversation): Key {
  return { pk: PARTITION, sk: toSortKey(toTime(at), conversation) };
}

/** Sorts as text. */
function toTime(at: number): string {
  return new Date(at).toISOString();
}
