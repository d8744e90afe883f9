import type { Config } from "../../config.ts";
import type { Memory } from "../../conversation/memory.ts";
import { createDynamoMemory } from "../dynamodb/dynamo-memory.ts";
import {
  createExpiringMemory,
  type ExpiringMemory,
} from "./expiring-memory.ts";
import { openDynamoTable } from "./open-dynamo-table.ts";
import { openDurableObjectDatabase } from "./sqlite-database.ts";
import { createSqliteMemory } from "./sqlite-memory.ts";

export interface ConversationMemory extends Memory {
  /** See `ExpiringMemory`; left out where the object has nothing to erase, since all is kept or the table sees to it. */
  readonly expire?: ExpiringMemory["expire"];
  /** Erases some of what was forgotten; `false` where more of it is left. Left out where `forget` erases it all. */
  readonly eraseForgotten?: () => Promise<boolean>;
}

/** Each item that is erased is a request, of which one alarm may make 50 on the free plan. */
const ERASED_PER_ALARM = 25;

/** A conversation's memory: in its object's own database, or in the table where one is configured. */
export function openMemory(
  { storage, id }: DurableObjectState,
  { memory: { table, retentionDays }, tools }: Config,
): ConversationMemory {
  if (table === undefined) {
    const database = openDurableObjectDatabase(storage);
    const memory = createSqliteMemory({ database });
    return retentionDays === 0
      ? memory
      : createExpiringMemory({ memory, database, retentionDays });
  }
  const { name: conversation } = id;
  if (conversation === undefined)
    throw new Error("A conversation's object is only found by its name.");
  const memory = createDynamoMemory({
    conversation,
    table: openDynamoTable(table),
    retentionDays,
    keepsPages: tools.includes("read_page"),
    // The platform runs one object per conversation at a time: nobody else can have it.
    leaseMs: 0,
  });
  return {
    ...memory,
    async eraseForgotten() {
      if (!(await memory.hasForgotten())) return true;
      await memory.eraseForgotten({ limit: ERASED_PER_ALARM });
      return !(await memory.hasForgotten());
    },
  };
}
