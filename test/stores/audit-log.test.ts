import { describe, expect, it } from "vitest";
import { createAuditLog } from "../../src/stores/audit-log.ts";
import type { AuditLog } from "../../src/types/audit-log.ts";
import { createMemoryStore } from "../fakes/memory-store.ts";

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 28);

const actionAt = (at: number) =>
  ({ at, operator: "ann", action: "read", conversation: `web:${at}` }) as const;

const inLog = (
  work: (log: AuditLog, clock: { at: number }) => Promise<void>,
) => {
  const clock = { at: NOW };
  const store = createMemoryStore<never>();
  return work(createAuditLog({ store, now: () => clock.at }), clock);
};

describe("the log of what operators do", () => {
  it("returns what was done, newest first, in pages", () =>
    inLog(async (log) => {
      expect(await log.list({ limit: 9 })).toEqual([]);
      const times = [NOW, NOW + 2, NOW + 1, NOW + 2];
      for (const at of times) await log.add(actionAt(at));
      const all = await log.list({ limit: 9 });
      expect(all).toMatchObject(
        [2, 2, 1, 0].map((after) => actionAt(NOW + after)),
      );
      const first = await log.list({ limit: 3 });
      const before = first.at(-1)?.id ?? "";
      const rest = await log.list({ limit: 3, before });
      expect([...first, ...rest]).toEqual(all);
    }));

  it("keeps entries for 400 days", () =>
    inLog(async (log, clock) => {
      await log.add(actionAt(NOW));
      clock.at = NOW + 400 * DAY - 1;
      expect(await log.list({ limit: 9 })).toHaveLength(1);
      clock.at += 2;
      expect(await log.list({ limit: 9 })).toEqual([]);
    }));
});
