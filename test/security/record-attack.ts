import { expect, type TaskMeta } from "vitest";
import type { AttackName } from "./attacks.ts";

/** What came of an attack. */
export interface AttackResult {
  readonly attack: AttackName;
  readonly got: number;
  /** More than this is a breach. */
  readonly allowed: number;
}

declare module "vitest" {
  interface TaskMeta {
    attacks?: AttackResult[];
  }
}

/** Notes what came of an attack for the table of `npm run test:security`, and fails where that is more than is allowed. */
export function recordAttack(
  { meta }: { readonly meta: TaskMeta },
  attack: AttackName,
  { got, allowed }: { readonly got: number; readonly allowed: number },
): void {
  (meta.attacks ??= []).push({ attack, got, allowed });
  expect(got, `What came of ${attack}`).toBeLessThanOrEqual(allowed);
}
