import type { Command } from "../../types/message.ts";

/** Same as in `conversation/commands/command-list.ts`, which a test checks. */
export const COMMAND_NAMES = [
  "stop",
  "retry",
  "bot",
  "why",
  "memory",
  "reminders",
  "link",
  "unlink",
  "signout",
  "privacy",
  "new",
  "usage",
  "human",
  "whoami",
  "start",
  "help",
];

/**
 * Parses a text as a command, for platforms that do not mark commands: `/memory
 * forget 7`, or `!memory forget 7` if the app keeps slash commands for itself.
 * After `/` any name is a command, after `!` only a known one.
 */
export function findCommand(text: string): Command | undefined {
  const [, mark, word = "", rest = ""] =
    /^\s*([/!])([a-z_]{1,32})(?:\s+([^]*))?\s*$/i.exec(text) ?? [];
  const name = word.toLowerCase();
  const isKnown = mark === "/" || COMMAND_NAMES.includes(name);
  return mark === undefined || !isKnown
    ? undefined
    : { name, argument: rest.trim() };
}
