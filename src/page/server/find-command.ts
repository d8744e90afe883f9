import type { IncomingMessage } from "../../types/message.ts";

/** The commands of the page, which has buttons and menus for the others. */
export function findCommand(text: string): Pick<IncomingMessage, "command"> {
  const [, name, argument = ""] =
    /^\s*\/(human|bot|reminders|link|unlink|signout)(?:\s+([^]*))?$/i.exec(text) ?? [];
  return name === undefined
    ? {}
    : { command: { name: name.toLowerCase(), argument: argument.trim() } };
}
