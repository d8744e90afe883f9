import {
  AUDIT_MS,
  createActionId,
  toIdBound,
  type AuditLog,
  type OperatorAction,
} from "../types/audit-log.ts";
import type { Store } from "../types/store.ts";

const PREFIX = "action/";

/** An audit log in a store of its own. An addition erases what is too old. */
export function createAuditLog({
  store,
  now = Date.now,
}: {
  store: Pick<Store<never>, "list" | "put" | "erase">;
  now?: () => number;
}): AuditLog {
  const oldest = () => PREFIX + toIdBound(now() - AUDIT_MS);
  return {
    async add(action) {
      await store.put([
        { key: PREFIX + createActionId(action), value: action },
      ]);
      await store.erase({ from: PREFIX, to: oldest() });
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
