import { readReply } from "../../src/agent/reading/read-reply.ts";
import type { ReaderCase, Understood } from "./reader-case.ts";

/**
 * The executor rejects an action for an unlisted tool and asks the model again.
 */
export function understand({
  output,
  tools,
}: Pick<ReaderCase, "output" | "tools">): Understood {
  const reading = readReply(output, { tools });
  if (reading.kind === "finish")
    return { kind: "final", output: reading.output };
  if (reading.kind === "unreadable" || !tools.includes(reading.action.tool))
    return { kind: "retry" };
  const { tool, input } = reading.action;
  return { kind: "action", tool, input };
}
