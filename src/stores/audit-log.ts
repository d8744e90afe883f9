import type { AuditLog, OperatorAction } from "../types/audit-log.ts";
import type { Store } from "../types/store.ts";
import { toTimeKey } from "./time-key.ts";

const AUDIT_MS = 400 * 86_400_000;

/** Keys are in order of time, and end in an action's id. */
const PREFIX = "action/";

/** An audit log in a store of its own. */
export function createAuditLog({
  store,
  now = Date.now,
}: {
  store: Pick<Store<never>, "list" | "put">;
  now?: () => number;
}): AuditLog {
  const oldest = () => PREFIX + toTimeKey(now() - AUDIT_MS + 1);
  return {
    async add(action) {
      const expiresAt = action.at + AUDIT_MS;
      const id = `${toTimeKey(action.at)}-${crypto.randomUUID().slice(0, 8)}`;
      const key = PREFIX + id;
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
