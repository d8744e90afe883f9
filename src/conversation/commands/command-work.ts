import type { Asked } from "../../types/asking.ts";
import type { TurnWork } from "../bot.ts";
import type { ReplyExtras } from "../deliver/deliver-reply.ts";

/** What commands depend on. */
export interface CommandWork extends Pick<
  TurnWork,
  "turn" | "bot" | "memory" | "channel" | "texts"
> {
  /** The words after the command. */
  readonly argument: string;
  /** The prefix of commands. */
  readonly mark: string;
}

/** The reply to a command. */
export interface CommandReply extends ReplyExtras {
  /** Markdown; empty if another turn's reply answers the command. */
  readonly reply: string;
  /** The reply lists the notes as they are. */
  readonly listsNotes?: true;
  /** The user asks for a person; the command and the reply are remembered. */
  readonly asked?: Asked;
}

/** The prefix of commands where the turn's message came from. */
export function commandMarkOf({
  turn,
  channel,
}: Pick<TurnWork, "turn" | "channel">): string {
  return channel.presentationAt?.(turn.message.replyTo).commandMark ?? "/";
}

/** The prefix of commands, if the channel has any. */
export function noteCommand(
  work: Pick<TurnWork, "turn" | "channel">,
): string | undefined {
  return work.channel.capabilities.commands ? commandMarkOf(work) : undefined;
}
