import * as z from "zod";
import { PauseError, ToolError } from "../../../types/errors.ts";
import type { Tool, ToolContext } from "../../../types/tool.ts";

const input = z.object({});

/** Stands for a server's tools until the user is signed in there. */
export function createSignInTool(server: string): Tool<typeof input> {
  return {
    name: `${server}__sign_in`,
    description: `Lets the user sign in at ${server}, after which you have its tools. Use it when the user wants something of ${server}.`,
    input,
    isOwnText: true,
    run: async (_, context) => askToSignIn(server, context),
  };
}

/** Ends the turn with the question, or throws what the model should know. */
export function askToSignIn(
  server: string,
  { isPrivate, mayAsk }: Pick<ToolContext, "isPrivate" | "mayAsk">,
): never {
  const need = `The user has to sign in at ${server} first`;
  if (isPrivate !== true)
    throw new ToolError(
      `${need}, which works only in a private chat with you, not in a group. Tell them.`,
    );
  if (mayAsk !== true)
    throw new ToolError(`${need}, and cannot be asked here. Tell them.`);
  throw new PauseError({ kind: "sign-in", server });
}
