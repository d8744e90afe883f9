import type { FailureList } from "../archive.ts";
import { describeFailure } from "../describe-failure.ts";
import type { Memory } from "./memory.ts";

/**
 * Tells the list of failed turns what it does not know yet of a conversation. What is told again after a crash changes
 * nothing there. Returns whether the list knows all now. Never throws.
 */
export async function reportFailures({
  memory,
  list,
}: {
  memory: Pick<Memory, "unreportedFailures" | "noteReported">;
  list: Pick<FailureList, "add" | "remove">;
}): Promise<boolean> {
  try {
    const reports = await memory.unreportedFailures();
    for (const report of reports) {
      if (report.kind === "failed") await list.add(report.turn);
      else await list.remove(report.turn);
      await memory.noteReported(report);
    }
    return (
      reports.length === 0 || (await memory.unreportedFailures()).length === 0
    );
  } catch (error) {
    const event = "failures not reported";
    console.error(JSON.stringify({ event, ...describeFailure(error) }));
    return false;
  }
}
