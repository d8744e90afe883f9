import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Attack, Damage } from "./attack.ts";

const victim = fileURLToPath(import.meta.resolve("./run-attack.ts"));

/** Timeout after which a process counts as hung. */
const PATIENCE_MS = 5_000;

/**
 * Runs the attacks one after another in a new process; `undefined` for one that
 * kills or hangs it.
 */
export async function attackGroup(
  attacks: readonly Attack[],
): Promise<readonly (Damage | undefined)[]> {
  const damages: (Damage | undefined)[] = [];
  let process = fork(victim);
  for (const attack of attacks) {
    const damage = await attackOnce(process, attack);
    damages.push(damage);
    if (damage !== undefined) continue;
    process.kill("SIGKILL");
    process = fork(victim);
  }
  process.kill("SIGKILL");
  return damages;
}

async function attackOnce(
  process: ChildProcess,
  attack: Attack,
): Promise<Damage | undefined> {
  const over = new AbortController();
  const signal = AbortSignal.any([
    over.signal,
    AbortSignal.timeout(PATIENCE_MS),
  ]);
  const events = ["message", "exit"].map((event) =>
    once(process, event, { signal }).then(
      ([value]: unknown[]) =>
        event === "message" ? (value as Damage) : undefined,
      () => undefined,
    ),
  );
  process.send(attack);
  const damage = await Promise.race(events);
  over.abort();
  return damage;
}
