import type { HistoryMessage } from "../../types/history.ts";
import type { PrecedingMessage } from "../../types/message.ts";

const BY_TEAM =
  "[Not from the user: a person of the team wrote this to the user, in your place.]";
const BY_SCHEDULE =
  "[Not from the user: a schedule asked you this at its time.]";

/**
 * A message of the history as the model reads it. What a person of the team
 * wrote is neither the user's nor the model's own, and a schedule's question is
 * not the user's.
 */
export function writeEarlier({
  role,
  text,
  origin,
}: PrecedingMessage & Pick<HistoryMessage, "origin">): {
  role: "user" | "assistant";
  content: string;
} {
  if (origin?.kind === "operator")
    return { role: "user", content: `${BY_TEAM}\n${text}` };
  if (origin?.kind === "schedule" && role === "user")
    return { role: "user", content: `${BY_SCHEDULE}\n${text}` };
  return { role, content: text };
}
