import { writeTables } from "../../publish.ts";
import { writeCallbackReport, type CallbackResults } from "./run-suite.ts";

/** Prints the table and all violations; sets exit code 1 if there are any. */
export function publishCallbacks(
  results: CallbackResults,
  {
    command,
    isToWrite,
  }: {
    /**
     * Command whose table in docs/reliability-figures.md is replaced if
     * `isToWrite`.
     */
    command: string;
    isToWrite: boolean;
  },
): void {
  const report = writeCallbackReport(results);
  console.log(report);
  if (isToWrite) writeTables(command, `${report}\n`);
  for (const line of results.broken) console.error(`Not as promised: ${line}`);
  if (results.broken.length > 0) process.exitCode = 1;
}
