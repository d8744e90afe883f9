import { logWarning } from "../../runtime/log.ts";
import type { IncomingMessage } from "../../types/message.ts";

/**
 * A message of a form that nobody can read; its author is told so. Logs the
 * form, nothing that people wrote.
 * @param form the platform's name of it
 */
export function withUnreadForm(
  message: Omit<IncomingMessage, "text" | "attachments" | "isUnread">,
  form: string,
): IncomingMessage {
  logUnread(message.channel, form);
  return { ...message, text: "", attachments: [], isUnread: true };
}

/** @param form the platform's name of it; others than names are left out */
export function logUnread(channel: string, form: string): void {
  const isName = /^[\w.:/-]{1,60}$/.test(form);
  logWarning("message not read", { channel, form: isName ? form : "unnamed" });
}
