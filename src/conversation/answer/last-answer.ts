import type { RecordedMessage } from "../../types/archive.ts";
import type { HistoryMessage } from "../../types/history.ts";
import type { Memory } from "../memory.ts";

/** A person of the team, or a schedule, may have spoken since the last answer. */
const MAX_BETWEEN = 20;

/** What the bot said last in answer to somebody, if that is not long ago. */
export async function findLastAnswer(
  memory: Pick<Memory, "readRecord">,
): Promise<RecordedMessage | undefined> {
  const record = await memory.readRecord({ newest: MAX_BETWEEN });
  return record?.messages.findLast(isOwnAnswer);
}

/** Whether the bot said it in answer to somebody. */
function isOwnAnswer({
  role,
  origin,
}: Pick<HistoryMessage, "role" | "origin">): boolean {
  return role === "assistant" && origin === undefined;
}
