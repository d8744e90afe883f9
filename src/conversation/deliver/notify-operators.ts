import type { Channel } from "../../types/channel.ts";
import type { FoundEvent } from "../../types/event.ts";
import type { ReplyAddress } from "../../types/message.ts";
import { writePersonWanted } from "../texts/notifications.ts";
import { textsFor } from "../texts/texts.ts";
import { partKey } from "./part-key.ts";

/**
 * Tells the team in a chat of theirs that a person is wanted, in the language
 * of the user. Throws only `DeliveryError`; repeats what was sent before that
 * unless the platform knows keys.
 */
export async function notifyOperators(
  { event, turn }: FoundEvent,
  {
    conversation,
    id,
    channel,
    to,
    consoleUrl,
    signal,
  }: {
    conversation: string;
    /** Of the notification; unique. */
    id: string;
    channel: Pick<Channel, "split" | "send">;
    to: ReplyAddress;
    consoleUrl: string | undefined;
    signal: AbortSignal;
  },
): Promise<void> {
  if (event.type !== "conversation.needs_human" || turn === undefined) return;
  const { author } = turn.message;
  const text = writePersonWanted(
    {
      conversation,
      name: author.name ?? author.username,
      reason: event.reason,
      link:
        consoleUrl &&
        `${consoleUrl}#/conversations/${encodeURIComponent(conversation)}`,
    },
    textsFor(turn.message).reminders.language,
  );
  const parts = await channel.split(text, { to });
  for (const [index, part] of parts.entries()) {
    const keyed = { conversation, turn: id, index } as const;
    const key = partKey({ ...keyed, kind: "notice", text: part.text });
    await channel.send(part, to, { key, index, signal });
  }
}
