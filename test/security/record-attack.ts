import { expect, type TaskMeta } from "vitest";
import type { AttackName } from "./attacks.ts";

/** Result of an attack. */
export interface AttackResult {
  readonly attack: AttackName;
  readonly got: number;
  /** A higher count is a breach. */
  readonly allowed: number;
}

declare module "vitest" {
  interface TaskMeta {
    attacks?: AttackResult[];
  }
}

/**
 * Records an attack's result for the table of `npm run test:security`. Fails if
 * it exceeds what is allowed.
 */
export function recordAttack(
  { meta }: { readonly meta: TaskMeta },
  attack: AttackName,
  { got, allowed }: { readonly got: number; readonly allowed: number },
): void {
  (meta.attacks ??= []).push({ attack, got, allowed });
  expect(got, `Result of ${attack}`).toBeLessThanOrEqual(allowed);
}
