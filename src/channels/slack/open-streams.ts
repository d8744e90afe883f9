import type { Receipt, ReplyPart } from "../../channel.ts";
import { DeliveryError } from "../../errors.ts";
import { createRecentMessages } from "../recent-messages.ts";
import { callSlack, SlackError, type SlackAccess } from "./slack-api.ts";
import type { SlackAddress } from "./slack-address.ts";

/**
 * Messages that Slack shows while they are written (https://docs.slack.dev/reference/methods/chat.startStream): text is appended to them, and
 * they are stopped when they are whole. Until then Slack refuses to edit or delete them. It ends them by itself after about five minutes, and
 * people can. What has been appended is known to the process that began; after a crash the message is stopped, and replaced by what it
 * should be.
 */
export function createOpenStreams(access: SlackAccess) {
  /** The text of those that are open, `null` for what is none (any more). */
  const known = createRecentMessages<string | null>();

  /** Whether Slack took it: the message is an open stream. */
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
      if (error instanceof SlackError && error.kind === "refused") return false;
      // Unless Slack was only in a hurry, nobody knows what is shown.
      if (!(error instanceof DeliveryError) || error.kind !== "rate-limited")
        known.forget(channel, ts);
      throw error;
    }
  };

  /** Makes it a message like any other, with the rest of its text. Whether it was open until then. */
  const stop = async (
    { id: ts }: Receipt,
    { chat: channel, thread }: SlackAddress,
    { rest = "", signal }: { rest?: string; signal: AbortSignal },
  ): Promise<boolean> => {
    const text = known.get(channel, ts);
    // Another process may have begun one, in a thread.
    const mayBeOpen = text !== null && (text ?? thread) !== undefined;
    if (!mayBeOpen) return false;
    const message = { channel, ts, text: rest };
    const wasOpen = await call("chat.stopStream", message, { signal });
    known.note(channel, ts, null);
    return wasOpen;
  };

  return {
    /** Without text: the message must be known before it shows some. */
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
     * Whether the message shows the part now. Else it is no stream (any more), and has to be edited: it was a plain message, or what it
     * shows is not the part's beginning.
     */
    async goOn(
      receipt: Receipt,
      { text, buttons }: ReplyPart,
      address: SlackAddress,
      { isWhole, signal }: { isWhole: boolean; signal: AbortSignal },
    ): Promise<boolean> {
      const { chat: channel } = address;
      const { id: ts } = receipt;
      const shown = known.get(channel, ts) ?? undefined;
      const isBeginning =
        shown !== undefined && buttons === undefined && text.startsWith(shown);
      const rest = isBeginning ? text.slice(shown.length) : "";
      if (isBeginning && !isWhole) {
        const isAppended =
          rest === "" ||
          (await call(
            "chat.appendStream",
            { channel, ts, text: rest },
            { signal },
          ));
        if (isAppended) known.note(channel, ts, text);
        if (isAppended) return true;
      }
      return (await stop(receipt, address, { rest, signal })) && isBeginning;
    },

    stop,

    /** What was posted whole is none. */
    notePlain: ({ id }: Receipt, { chat }: SlackAddress): void =>
      known.note(chat, id, null),

    forget: known.forget,
  };
}
