import type { ReplyPart } from "../../channel.ts";
import {
  isThreadMissing,
  isUnparsable,
  newChatOf,
} from "./to-delivery-error.ts";

/** A text on its way into a chat. */
export interface Sending {
  readonly chat: number;
  readonly thread?: number;
  readonly text: string;
  /** Without it, the text is taken as it is. */
  readonly format?: "HTML";
  /** The same without markup. */
  readonly plain: string;
  readonly buttons?: ReplyPart["buttons"];
  /** Goes out with the text below it. */
  readonly file?: ReplyPart["file"];
  /** The chat is not the one that was written to first: messages have other ids there. */
  readonly hasMoved?: true;
}

export function toSending(
  { formatted, plain, ...extras }: ReplyPart,
  { chat, thread }: { chat: number; thread?: number | undefined },
): Sending {
  return {
    chat,
    ...(thread !== undefined && { thread }),
    text: formatted,
    format: "HTML",
    plain,
    ...extras,
  };
}

/**
 * Makes the call, and where Telegram says what it does not take, once more without that: without markup, without the
 * topic, in the supergroup that the group has become. Throws what the last call threw.
 */
export async function callMending<Result>(
  sending: Sending,
  call: (sending: Sending) => Promise<Result>,
): Promise<Result> {
  try {
    return await call(sending);
  } catch (error) {
    const mended = mend(sending, error);
    if (mended === undefined) throw error;
    return callMending(mended, call);
  }
}

/** Each of these can come once. */
function mend(sending: Sending, error: unknown): Sending | undefined {
  const { thread, format, ...rest } = sending;
  if (format !== undefined && isUnparsable(error))
    return {
      ...rest,
      text: sending.plain,
      ...(thread !== undefined && { thread }),
    };
  if (thread !== undefined && isThreadMissing(error))
    return { ...rest, ...(format !== undefined && { format }) };
  const chat = newChatOf(error);
  return chat === undefined || sending.hasMoved
    ? undefined
    : { ...sending, chat, hasMoved: true };
}
