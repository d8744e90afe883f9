import type { TurnWork } from "../bot.ts";

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
