import {
  AUDIT_MS,
  createActionId,
  toIdBound,
  type AuditLog,
  type OperatorAction,
} from "../types/audit-log.ts";
import type { Store } from "../types/store.ts";

const PREFIX = "action/";

/** An audit log in a store of its own. */
export function createAuditLog({
  store,
  now = Date.now,
}: {
  store: Pick<Store<never>, "list" | "put">;
  now?: () => number;
}): AuditLog {
  const oldest = () => PREFIX + toIdBound(now() - AUDIT_MS);
  return {
    async add(action) {
      const expiresAt = action.at + AUDIT_MS;
      const key = PREFIX + createActionId(action);
      await store.put([{ key, value: action, expiresAt }]);
    },

    async list({ before = "~", limit }) {
      const pieces = await store.list({
        from: oldest(),
        to: PREFIX + before,
        isNewestFirst: true,
        limit: limit + 1,
      });
      return pieces
        .map(({ key, value }) => ({
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `add` has put it there
          ...(value as OperatorAction),
          id: key.slice(PREFIX.length),
        }))
        .filter(({ id }) => id !== before)
        .slice(0, limit);
    },
  };
}
