import type { Command } from "../message.ts";
import type { Memory } from "../ports.ts";
import type { Texts } from "./texts.ts";

/** Carries out a command and returns the reply to it, in Markdown. */
export async function runCommand({
  command,
  turn,
  memory,
  texts,
  isDemo,
  tools,
}: {
  command: Command;
  /** The turn that the command came with; `/new` forgets what was before it. */
  turn: string;
  memory: Memory;
  texts: Texts;
  isDemo: boolean;
  tools: readonly string[];
}): Promise<string> {
  switch (command.name) {
    case "start":
      return texts.start({ isDemo, tools });
    case "help":
      return texts.help({ isDemo, tools });
    case "new":
      return texts.forgotten(await memory.forget({ before: turn }));
    default:
      return texts.unknownCommand({ name: command.name });
  }
}
