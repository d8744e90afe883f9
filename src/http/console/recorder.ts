import type { Context } from "hono";
import type { AuditLog, OperatorAction } from "../../types/audit-log.ts";
import type { ConsoleVariables } from "./admit-console.ts";

/**
 * Records an operator's action. Call it before the action: what cannot be
 * recorded is not done.
 */
export type Recorder = (
  context: Context<ConsoleVariables>,
  action: OperatorAction["action"],
  about?: Pick<OperatorAction, "conversation" | "message" | "document">,
) => Promise<void>;

/** Longer names and ids are no existing ones. */
const MAX_LENGTH = 500;

export function createRecorder(
  audit: Pick<AuditLog, "add">,
  now: () => number = Date.now,
): Recorder {
  return async (context, action, about = {}) => {
    const short = Object.entries(about).map(([name, text]) => [
      name,
      text.slice(0, MAX_LENGTH),
    ]);
    await audit.add({
      at: now(),
      operator: context.var.operator.name,
      action,
      ...Object.fromEntries(short),
    });
  };
}
