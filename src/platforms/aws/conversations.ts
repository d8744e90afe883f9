import {
  createDynamoMemory,
  type DynamoMemory,
} from "../dynamodb/dynamo-memory.ts";
import type { DynamoTable } from "../dynamodb/table.ts";
import { createLiveState, type LiveState } from "./live-state.ts";
import { createLookout, type Sight } from "./lookout.ts";

/** The conversations of a table, as one process sees them. */
export interface Conversations {
  /** A view of its own each time: what one caller has begun, another one has not. */
  memoryOf(conversation: string): DynamoMemory;
  liveStateOf(conversation: string): LiveState;
  lookoutFor(conversation: string, turn: string): () => Promise<Sight>;
}

/** @param leaseMs how long a worker that says nothing keeps a conversation */
export function createConversations({
  table,
  leaseMs,
  retentionDays,
  keepsPages,
}: {
  table: DynamoTable;
  leaseMs: number;
  retentionDays: number;
  keepsPages: boolean;
}): Conversations {
  const common = { table, leaseMs, retentionDays, keepsPages };
  return {
    memoryOf: (conversation) => createDynamoMemory({ ...common, conversation }),
    liveStateOf: (conversation) => createLiveState({ table, conversation }),
    lookoutFor: (conversation, turn) =>
      createLookout({ table, conversation, turn }),
  };
}
