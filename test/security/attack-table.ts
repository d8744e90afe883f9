import { readFileSync, writeFileSync } from "node:fs";
import type { Reporter } from "vitest/node";
import { ATTACKS, type AttackName } from "./attacks.ts";
import type { AttackResult } from "./record-attack.ts";

const DOCUMENT = "SECURITY.md";
const FOOTNOTE = "\\* As reported, not reproduced.";
const MARK = "<!-- table of test:security -->\n";

/**
 * Prints a table of the attacks' results. The run fails if an attack has no
 * test.
 * @param isToWrite whether to replace the table in SECURITY.md
 */
export const createAttackTable = ({
  isToWrite,
}: {
  isToWrite: boolean;
}): Reporter => ({
  onTestRunEnd(modules) {
    const results = modules.flatMap((module) =>
      [...module.children.allTests()].flatMap(
        (test) => test.meta().attacks ?? [],
      ),
    );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
    const names = Object.keys(ATTACKS) as AttackName[];
    const untried = names.filter(
      (name) => !results.some(({ attack }) => attack === name),
    );
    const table = `${toTable(results).join("\n")}\n`;
    console.log(`\n${table}\n${FOOTNOTE}\n`);
    if (untried.length > 0) {
      console.log(`Not tried: ${untried.join(", ")}`);
      process.exitCode = 1;
    } else if (isToWrite) {
      const [before = ""] = readFileSync(DOCUMENT, "utf8").split(MARK);
      writeFileSync(DOCUMENT, `${before}${MARK}\n${table}\n${FOOTNOTE}\n`);
    }
  },
});

function toTable(results: readonly AttackResult[]): readonly string[] {
  const rows = Object.entries(ATTACKS).map(([name, attack]) => {
    const { label, before, source } = attack;
    const own = results.filter((result) => result.attack === name);
    const got = Math.max(...own.map((result) => result.got));
    const allowed = Math.max(...own.map((result) => result.allowed));
    const after = own.length === 0 ? "not tried" : show(got);
    const bound = own.length === 0 ? "" : show(allowed);
    const mark = source === "reported" ? " \\*" : "";
    return [label, show(before) + mark, after, bound];
  });
  const table = [["Attack", "Before", "Now", "Allowed"], ...rows];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  const toLine = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(" | ")} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  const [head = [], ...body] = table;
  return [toLine(head), toLine(rule), ...body.map(toLine)];
}

function show(count: number): string {
  return count.toLocaleString("en");
}
