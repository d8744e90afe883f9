import type { Channel } from "../channel.ts";
import { describeFailure } from "../describe-failure.ts";
import type { IncomingMessage } from "../message.ts";
import { textsFor } from "./texts.ts";

/** Tells the author of a message that was not taken why it was not. Tried once; never throws. */
export async function tellFull({
  message,
  limit,
  channel,
  signal,
}: {
  message: IncomingMessage;
  /** How many messages wait. */
  limit: number;
  channel: Pick<Channel, "split" | "send">;
  signal: AbortSignal;
}): Promise<void> {
  const { text, author } = message;
  const texts = textsFor({ language: author.language, text });
  try {
    for (const part of channel.split(texts.tooManyWaiting({ limit })))
      await channel.send(part, message.replyTo, { signal });
  } catch (error) {
    const event = "full queue not told of";
    console.error(JSON.stringify({ event, ...describeFailure(error) }));
  }
}
