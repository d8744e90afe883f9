import { estimateTokens } from "../text/tokens.ts";
import type { IncomingMessage } from "../types/message.ts";

/** What was said in a turn, for the history. */
export function toSaid<Role extends "user" | "assistant">(
  role: Role,
  text: string,
  { origin }: Pick<IncomingMessage, "origin"> = {},
) {
  const tokens = estimateTokens(text);
  return { role, text, tokens, ...(origin && { origin }) } as const;
}
