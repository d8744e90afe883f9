import { parseOwnJson } from "../../text/json.ts";
import {
  AUDIT_MS,
  createActionId,
  toIdBound,
  type AuditLog,
  type OperatorAction,
} from "../../types/audit-log.ts";
import type { DynamoTable } from "./table.ts";

const PARTITION = "audit";

/** Stores an audit log in one partition of a DynamoDB table. */
export function createDynamoAuditLog({
  table,
  now = Date.now,
}: {
  table: DynamoTable;
  now?: () => number;
}): AuditLog {
  return {
    async add(action) {
      await table.put({
        pk: PARTITION,
        sk: createActionId(action),
        body: JSON.stringify(action),
        expires: Math.ceil((action.at + AUDIT_MS) / 1_000),
      });
    },

    async list({ before, limit }) {
      const items = await table.query({
        pk: PARTITION,
        from: toIdBound(now() - AUDIT_MS),
        to: "~",
        ...(before !== undefined && { after: before }),
        limit,
        isNewestFirst: true,
        isConsistent: true,
      });
      return items.map(({ sk, body }) => ({
        ...parseOwnJson<OperatorAction>(body),
        id: sk,
      }));
    },
  };
}
