import { writeTables } from "../../publish.ts";
import { type CallbackResults, writeCallbackReport } from "./run-suite.ts";

/** Prints the table and what is not as promised, and has the process end with status 1 where anything is not. */
export function publishCallbacks(
  results: CallbackResults,
  {
    command,
    isToWrite,
  }: {
    /** Whose table is in docs/reliability-figures.md, which is replaced if `isToWrite`. */
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
