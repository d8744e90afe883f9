import type { Command, IncomingMessage } from "../message.ts";

/** As `conversation/commands/command-list.ts` has them; a test holds the two together. */
export const COMMAND_NAMES = [
  "stop",
  "retry",
  "why",
  "memory",
  "new",
  "usage",
  "whoami",
  "start",
  "help",
];

/** A text, and the command that it is. */
export function withCommand(
  text: string,
): Pick<IncomingMessage, "text" | "command"> {
  const command = findCommand(text);
  return { text, ...(command !== undefined && { command }) };
}

/**
 * The command that a text is, on platforms that mark none: `/memory forget 7`, or `!memory forget 7` where the app keeps texts with a slash
 * for itself. A slash always makes a command, an exclamation mark only one that is known.
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
