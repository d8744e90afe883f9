import type { Receipt } from "../../types/channel.ts";
import { DeliveryError } from "../../types/errors.ts";
import type { ReplyPart } from "../../types/reply.ts";
import type { PlatformAccess } from "../kit/call-platform.ts";
import { createRecentMessages } from "../kit/recent-messages.ts";
import type { SlackAddress } from "./slack-address.ts";
import { callSlack } from "./slack-api.ts";

/**
 * Streams messages (https://docs.slack.dev/reference/methods/chat.startStream):
 * text can only be appended, and the stream is stopped when the message is
 * complete. Until then, Slack rejects edits and deletion. Slack stops a stream
 * after about five minutes, and people can stop it. Only this process knows
 * what it has appended: after a crash, the message is stopped and replaced.
 */
export function createOpenStreams(access: PlatformAccess) {
  /** The text of open streams; `null` for messages that are not streaming. */
  const known = createRecentMessages<string | null>();

  /** `false` if Slack rejects the call because the stream is not open. */
  const call = async (
    method: "chat.appendStream" | "chat.stopStream",
    { channel, ts, text }: { channel: string; ts: string; text: string },
    { signal }: { signal: AbortSignal },
  ): Promise<boolean> => {
    const body = { channel, ts, ...(text !== "" && { markdown_text: text }) };
    try {
      await callSlack(method, body, { ...access, signal });
      return true;
    } catch (error) {
      if (error instanceof DeliveryError && error.kind === "refused")
        return false;
      // Unless the call was only rate-limited, it may have been applied or not.
      if (!(error instanceof DeliveryError) || error.kind !== "rate-limited")
        known.forget(channel, ts);
      throw error;
    }
  };

  /**
   * Appends the rest of the text and makes the stream an ordinary message.
   * `false` if the stream was not open.
   */
  const stop = async (
    { id: ts }: Receipt,
    { chat: channel, thread }: SlackAddress,
    { rest = "", signal }: { rest?: string; signal: AbortSignal },
  ): Promise<boolean> => {
    const text = known.get(channel, ts);
    // Another process may have started it; streams exist in threads only.
    const mayBeOpen = text !== null && (text ?? thread) !== undefined;
    if (!mayBeOpen) return false;
    const message = { channel, ts, text: rest };
    const wasOpen = await call("chat.stopStream", message, { signal });
    known.note(channel, ts, null);
    return wasOpen;
  };

  return {
    /**
     * Starts the stream without text, so that the receipt is stored before the
     * message shows any.
     */
    async start(
      { chat: channel, thread, user, team }: SlackAddress,
      { signal }: { signal: AbortSignal },
    ): Promise<Receipt> {
      const { ts = "" } = await callSlack(
        "chat.startStream",
        {
          channel,
          thread_ts: thread,
          recipient_user_id: user,
          ...(team !== undefined && { recipient_team_id: team }),
        },
        { ...access, signal },
      );
      known.note(channel, ts, "");
      return { id: ts, isEmpty: true };
    },

    /**
     * Whether the message now shows the part. If not, it must be edited: it is
     * not streaming, or its text is not a prefix of the part's.
     */
    async update(
      receipt: Receipt,
      { text, buttons }: ReplyPart,
      address: SlackAddress,
      { isWhole, signal }: { isWhole: boolean; signal: AbortSignal },
    ): Promise<boolean> {
      const { chat: channel } = address;
      const { id: ts } = receipt;
      const shown = known.get(channel, ts) ?? undefined;
      const canAppend =
        shown !== undefined && buttons === undefined && text.startsWith(shown);
      const rest = canAppend ? text.slice(shown.length) : "";
      if (canAppend && !isWhole) {
        const isAppended =
          rest === "" ||
          (await call(
            "chat.appendStream",
            { channel, ts, text: rest },
            { signal },
          ));
        if (isAppended) {
          known.note(channel, ts, text);
          return true;
        }
      }
      return (await stop(receipt, address, { rest, signal })) && canAppend;
    },

    stop,

    /** Notes that a message is not a stream. */
    notePlain: ({ id }: Receipt, { chat }: SlackAddress): void =>
      known.note(chat, id, null),
  };
}
