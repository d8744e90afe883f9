import type { IncomingMessage } from "../../types/message.ts";

/** The one command of the page, which has buttons and menus for the others. */
export function findReminders(text: string): Pick<IncomingMessage, "command"> {
  const [found, argument = ""] =
    /^\s*\/reminders(?:\s+([^]*))?$/i.exec(text) ?? [];
  return found === undefined
    ? {}
    : { command: { name: "reminders", argument: argument.trim() } };
}
