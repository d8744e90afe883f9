import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  createDynamoMemory,
  type DynamoMemory,
} from "../../../src/platforms/dynamodb/dynamo-memory.ts";
import {
  type Capacity,
  createDynamoTable,
} from "../../../src/platforms/dynamodb/table.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { connect } from "./local-table.ts";

/** Workers on one conversation, which is new; `clock.at` is the time of them all. Their leases last a minute unless told otherwise. */
export function hireWorkers(tableName: string) {
  const conversation = crypto.randomUUID();
  const clock = { at: Date.UTC(2026, 0, 1) };
  const hire = ({
    now = () => clock.at,
    leaseMs = 60_000,
    client = connect(),
    retentionDays = 0,
    onCapacity,
  }: {
    /** Its own clock, where that is another one. */
    now?: () => number;
    leaseMs?: number;
    client?: DynamoDBClient;
    retentionDays?: number;
    onCapacity?: (capacity: Capacity) => void;
  } = {}): DynamoMemory =>
    createDynamoMemory({
      conversation,
      now,
      retentionDays,
      leaseMs,
      table: createDynamoTable({
        client,
        tableName,
        now,
        ...(onCapacity !== undefined && { onCapacity }),
      }),
    });
  return { hire, clock, conversation };
}

/** A message that says its id. */
export function open(memory: DynamoMemory, id: string) {
  return memory.openTurn(createMessage({ id, text: id }), { limit: 50 });
}
