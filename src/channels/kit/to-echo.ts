import {
  ECHO_NAME,
  type ChannelName,
  type Echo,
  type IncomingMessage,
} from "../../types/message.ts";
import { placeOf } from "./place.ts";

/** Makes an echo, in the chat of the person that it was written to. */
export function toEcho(
  channel: ChannelName,
  {
    id,
    chat,
    text = "",
    attachments = [],
    forwarded = [],
  }: {
    id: string;
    chat: string;
    text?: string | undefined;
  } & Partial<Pick<IncomingMessage, "attachments" | "forwarded">>,
): Echo {
  const name = ECHO_NAME + channel;
  return {
    id,
    ...placeOf(channel, { chat }),
    author: { id: chat },
    origin: { kind: "operator", name, isEcho: true },
    // Its words are no command.
    text,
    attachments,
    ...(forwarded.length > 0 && { forwarded }),
  };
}
