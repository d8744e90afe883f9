import type { Receipt, ReplyPart } from "../../channel.ts";
import { createRecentMessages } from "../recent-messages.ts";
import { callSlack, SlackError, type SlackAccess } from "./slack-api.ts";
import type { SlackAddress } from "./slack-address.ts";

/**
 * Messages that Slack shows while they are written (https://docs.slack.dev/reference/methods/chat.startStream): text is appended to them, and
 * they are stopped when they are whole. What has been appended is known to the process that began; after a crash the message is
 * stopped, and replaced by what it should be.
 */
export function createOpenStreams(access: SlackAccess) {
  const appended = createRecentMessages<string>();

  const stop = async (
    ts: string,
    rest: string,
    { chat: channel, signal }: { chat: string; signal: AbortSignal },
  ): Promise<void> => {
    await callSlack(
      "chat.stopStream",
      { channel, ts, ...(rest !== "" && { markdown_text: rest }) },
      { ...access, signal },
    );
    appended.forget(channel, ts);
  };

  return {
    async start(
      text: string,
      { chat: channel, thread, user, team }: SlackAddress,
      { signal }: { signal: AbortSignal },
    ): Promise<Receipt> {
      const { ts = "" } = await callSlack(
        "chat.startStream",
        {
          channel,
          thread_ts: thread,
          markdown_text: text,
          recipient_user_id: user,
          ...(team !== undefined && { recipient_team_id: team }),
        },
        { ...access, signal },
      );
      appended.note(channel, ts, text);
      return { id: ts };
    },

    /**
     * Whether the message shows the part now. Else it is no stream (any more), and has to be edited: it was a plain message, or what it
     * shows is not the part's beginning.
     */
    async goOn(
      { id: ts }: Receipt,
      { text, buttons }: ReplyPart,
      { chat, thread }: SlackAddress,
      { isWhole, signal }: { isWhole: boolean; signal: AbortSignal },
    ): Promise<boolean> {
      const known = appended.get(chat, ts);
      const isRest =
        known !== undefined && text.startsWith(known) && buttons === undefined;
      const rest = isRest ? text.slice(known.length) : "";
      if (isRest && isWhole) {
        await stop(ts, rest, { chat, signal });
        return true;
      }
      if (isRest) {
        if (rest !== "")
          await callSlack(
            "chat.appendStream",
            { channel: chat, ts, markdown_text: rest },
            { ...access, signal },
          );
        appended.note(chat, ts, text);
        return true;
      }
      // Another process may have begun one here.
      if (known === undefined && (thread === undefined || !isWhole))
        return false;
      try {
        await stop(ts, "", { chat, signal });
      } catch (error) {
        // It was none, or is stopped already.
        if (!(error instanceof SlackError) || error.kind !== "refused")
          throw error;
        appended.forget(chat, ts);
      }
      return false;
    },

    forget: appended.forget,
  };
}
