import type { Command } from "../../types/message.ts";

const COMMAND =
  /^\s*\/(human|bot|reminders|link|unlink|signout)(?:\s+([^]*))?$/i;

/** A command of the page, which has buttons and menus for the others. */
export function findCommand(text: string): Command | undefined {
  const [, name, argument = ""] = COMMAND.exec(text) ?? [];
  return name === undefined
    ? undefined
    : { name: name.toLowerCase(), argument: argument.trim() };
}
