import type { TurnWork } from "../bot.ts";

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
