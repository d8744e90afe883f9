import * as z from "zod";
import type { Tool, ToolContext } from "../../../types/tool.ts";

const input = z.object({});

/** Stands for a server's tools until the user is signed in there. */
export function createSignInTool(server: string): Tool<typeof input> {
  return {
    name: `${server}__sign_in`,
    description: `Lets the user sign in at ${server}, after which you have its tools. Use it when the user wants something of ${server}.`,
    input,
    isOwnText: true,
    run: (_, { askSignIn }) => askToSignIn(server, askSignIn),
  };
}

/** Asks the user, and returns what the model should know. */
export async function askToSignIn(
  server: string,
  ask: ToolContext["askSignIn"],
): Promise<string> {
  const need = `The user has to sign in at ${server} first`;
  switch (await ask?.(server)) {
    case "asked":
      return `${need}. They get a link below your answer: say in one sentence what it is for, and stop there.`;
    case "elsewhere":
      return `${need}, which works only in a private chat with you, not in a group. Tell them.`;
    case undefined:
      return `${need}, and cannot be asked here. Tell them.`;
  }
}
