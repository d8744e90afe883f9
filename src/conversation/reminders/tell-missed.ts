import { isEcho } from "../../types/message.ts";
import type { TurnEvent } from "../../types/turn.ts";
import type { ResolvedReply } from "../answer/conclude-answer.ts";
import type { TurnWork } from "../bot.ts";
import { showMissed } from "./show-reminders.ts";

/**
 * Adds to a reply that reminders were skipped while nothing ran, once: the
 * commit that ends the turn notes that they have been told.
 */
export async function tellMissed(
  resolved: ResolvedReply,
  {
    turn: { message },
    memory,
    texts,
    publish,
  }: Pick<TurnWork, "turn" | "memory" | "texts"> & {
    publish: (event: TurnEvent) => void;
  },
): Promise<ResolvedReply> {
  const { outcome } = resolved;
  // A program reads the others, and an echo is not sent.
  const mayTell =
    outcome.status === "answered" &&
    outcome.reply !== "" &&
    !isEcho(message) &&
    message.answerFormat === undefined &&
    message.isAppended === undefined;
  const found = mayTell ? await memory.findMissed() : undefined;
  if (found === undefined || found.missed.length === 0) return resolved;
  const { closeCode } = await import("../../document/close-open-ends.ts");
  const said = closeCode(outcome.reply);
  const reply = `${said}\n\n${showMissed(found.missed, texts)}`;
  const offset = outcome.reply.length;
  publish({ type: "delta", offset, text: reply.slice(offset) });
  return {
    ...resolved,
    outcome: { ...outcome, reply, announcesMissed: found.version },
  };
}
