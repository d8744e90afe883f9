import { readFileSync, writeFileSync } from "node:fs";
import { listBroken, writeReport, type Results } from "./report.ts";

const DOCUMENT = "docs/reliability-figures.md";
const END = "\n<!-- end of the tables -->";

/**
 * Prints the tables and all violations; sets exit code 1 if there are any.
 * @param command whose tables in docs/reliability-figures.md are replaced if
 *   `isToWrite`
 */
export function publish(
  results: Results,
  {
    command,
    fault,
    startedAt,
    isToWrite,
  }: {
    command: string;
    fault: string;
    /** From `performance.now()`. */
    startedAt: number;
    isToWrite: boolean;
  },
): void {
  const report = writeReport(results, { fault });
  console.log(report);
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(0)} seconds`);
  if (isToWrite) writeTables(command, report);
  const broken = listBroken(results);
  for (const line of broken) console.error(`Not as promised: ${line}`);
  if (broken.length > 0) process.exitCode = 1;
}

function writeTables(command: string, report: string): void {
  const document = readFileSync(DOCUMENT, "utf8");
  const mark = `<!-- tables of ${command} -->\n`;
  const found = document.indexOf(mark);
  if (found < 0) throw new Error(`${DOCUMENT} has no place for the tables.`);
  const begin = found + mark.length;
  const end = document.indexOf(END, begin);
  writeFileSync(
    DOCUMENT,
    `${document.slice(0, begin)}\n${report}${document.slice(end)}`,
  );
}
