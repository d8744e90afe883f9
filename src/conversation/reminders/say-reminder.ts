import { estimateTokens, sumUsage } from "../../text/tokens.ts";
import type { Turn } from "../../types/turn.ts";
import type { ResolvedReply } from "../answer/conclude-answer.ts";

/** Between a person and a program, which knows what it has scheduled. */
const SIGN = "⏰ ";

/** How the turn of a scheduled text ends: it is said without the model. */
export function sayReminder({
  message: { text, origin, channel },
}: Turn): ResolvedReply {
  const reply = channel === "webhook" ? text : SIGN + text;
  return {
    outcome: {
      status: "answered",
      reply,
      usage: sumUsage([]),
      history: [
        {
          role: "assistant",
          text: reply,
          tokens: estimateTokens(reply),
          ...(origin && { origin }),
        },
      ],
    },
  };
}
