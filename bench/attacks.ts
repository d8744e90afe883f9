import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { attackGroup } from "./attacks/attack-group.ts";
import { readAttacks, type Attack, type Damage } from "./attacks/attack.ts";
import { findFault } from "./attacks/find-fault.ts";
import { fuzz, writeTree } from "./attacks/fuzz.ts";

/**
 * Measures what hostile inputs do to the calculator that `npm run build` made.
 * Input: one JSON object per line, `{id, input, must, group}`, optionally with
 * `after` and `max_chars`. Each group gets a new process, whose first
 * calculation is counted, too. Then random trees of operations are calculated
 * from the sources, and the worst ones printed.
 */
const { positionals } = parseArgs({ allowPositionals: true });
const file =
  positionals[0] ?? fileURLToPath(import.meta.resolve("./attacks.jsonl"));

/** Limits for every attack. */
const MAX_CPU_MS = 50;
const MAX_GROWTH_MB = 64;

const groups = Map.groupBy(readAttacks(file), ({ group }) => group);
const rows: Record<string, Record<string, number>> = {};
const failures: string[] = [];
for (const [group, attacks] of groups) {
  const damages = await attackGroup(attacks);
  const complaints = attacks.map((attack, index) =>
    complain(attack, damages[index]),
  );
  rows[group] = {
    attacks: attacks.length,
    withstood: complaints.filter((complaint) => complaint === undefined).length,
    "median CPU ms": round(median(damages.map((damage) => damage?.cpuMs ?? 0))),
    "most CPU ms": round(most(damages.map((damage) => damage?.cpuMs))),
    "most growth MB": round(most(damages.map((damage) => damage?.grownMb))),
  };
  for (const [index, complaint] of complaints.entries())
    if (complaint !== undefined)
      failures.push(
        `${attacks[index]?.id}: ${complaint}\n  ${JSON.stringify(attacks[index]?.input.slice(0, 100))}\n  ${damages[index]?.answer.slice(0, 100)}`,
      );
}
console.table(rows);
for (const failure of failures) console.log(failure);

const TREES = 20_000;
const WORST = 5;
const trials = [...fuzz(TREES)].map(({ tree, ...trial }) => ({
  ...trial,
  tree: writeTree(tree).slice(0, 100),
}));
const count = (kind: string) =>
  trials.filter((trial) => trial.kind === kind).length;
console.log(
  `${TREES} random trees: ${count("answer")} answers, ${count("refusal")} refusals, ${count("bug")} other errors; ${trials.filter(({ cpuMs, grownMb }) => cpuMs > MAX_CPU_MS || grownMb > MAX_GROWTH_MB).length} beyond ${MAX_CPU_MS} ms or ${MAX_GROWTH_MB} MB. The worst:`,
);
for (const by of ["cpuMs", "grownMb"] as const)
  for (const trial of trials.toSorted((a, b) => b[by] - a[by]).slice(0, WORST))
    console.log(
      `${round(trial.cpuMs)} ms, ${round(trial.grownMb)} MB: ${trial.tree}\n  ${trial.outcome.slice(0, 100)}`,
    );

function complain(
  attack: Attack,
  damage: Damage | undefined,
): string | undefined {
  if (damage === undefined) return "does not end, or ends the process";
  const { cpuMs, grownMb, isBreached } = damage;
  if (isBreached) return "ran code, or changed all objects";
  if (cpuMs > MAX_CPU_MS) return `takes ${round(cpuMs)} ms of CPU`;
  if (grownMb > MAX_GROWTH_MB) return `takes ${round(grownMb)} MB`;
  return findFault(attack, damage);
}

/** `Infinity` if one did not finish. */
function most(figures: readonly (number | undefined)[]): number {
  return Math.max(...figures.map((figure) => figure ?? Infinity));
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? 0;
}

function round(figure: number): number {
  return Math.round(figure * 10) / 10;
}
