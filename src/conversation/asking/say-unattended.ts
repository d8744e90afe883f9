import { estimateTokens, sumUsage } from "../../text/tokens.ts";
import type { ResolvedReply } from "../answer/conclude-answer.ts";
import type { TurnWork } from "../bot.ts";
import { noteCommand } from "../commands/command-mark.ts";

/** Tells the user that nobody of the team came, without the model. */
export function sayUnattended(
  work: Pick<TurnWork, "turn" | "channel" | "texts">,
): ResolvedReply {
  const { origin } = work.turn.message;
  const text = work.texts.person.nobodyCame(noteCommand(work));
  const tokens = estimateTokens(text);
  const said = { text, tokens, ...(origin && { origin }) };
  return {
    outcome: {
      status: "answered",
      reply: text,
      usage: sumUsage([]),
      history: [{ role: "assistant", ...said }],
    },
  };
}
