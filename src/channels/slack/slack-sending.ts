import type {
  Editing,
  Receipt,
  SendingSide,
  SendOptions,
} from "../../types/channel.ts";
import type { ReplyAddress } from "../../types/message.ts";
import type { ReplyPart } from "../../types/reply.ts";
import {
  applyChange,
  callPlatform,
  type PlatformAccess,
} from "../kit/call-platform.ts";
import { createOpenStreams } from "./open-streams.ts";
import { parseAddress, type SlackAddress } from "./slack-address.ts";
import { callSlack, isMessageGone } from "./slack-api.ts";

/**
 * The limits are one message per second and channel, and about 50 edits a
 * minute (https://docs.slack.dev/apis/web-api/rate-limits).
 */
const INTERVAL_MS = 1_200;

export function createSlackSending({
  streaming,
  now = Date.now,
  ...access
}: PlatformAccess & {
  streaming: "on" | "off";
  now?: () => number;
}): SendingSide & Editing {
  const streams = createOpenStreams(access);

  const send = async (
    part: ReplyPart,
    to: ReplyAddress,
    { preview, signal }: SendOptions,
  ): Promise<Receipt> => {
    const address = parseAddress(to);
    if (address.response !== undefined)
      return respond(part, address, { access, now, signal });
    if (preview === "answer" && address.thread !== undefined)
      return streams.start(address, { signal });
    const receipt = await post(part, address, { access, signal });
    streams.notePlain(receipt, address);
    return receipt;
  };

  return {
    presentationAt: (to) => ({
      intervalMs: INTERVAL_MS,
      preview:
        streaming === "off" || to["response"] !== undefined
          ? "none"
          : "messages",
      commandMark: to["slash"] === undefined ? "!" : `${String(to["slash"])} `,
    }),

    send,

    async edit(receipt, part, to, options) {
      const address = parseAddress(to);
      if (address.response !== undefined) return send(part, to, options);
      const { preview, signal } = options;
      const isShown = await streams.update(receipt, part, address, {
        isWhole: preview === undefined,
        signal,
      });
      if (isShown) return receipt;
      const update = callSlack(
        "chat.update",
        { channel: address.chat, ts: receipt.id, ...toContent(part) },
        { ...access, signal },
      );
      return (await applyChange(update, isMessageGone))
        ? receipt
        : post(part, address, { access, signal });
    },

    async remove({ id: ts }, to, { signal }) {
      const address = parseAddress(to);
      // Slack knows no id of what a response URL has shown.
      if (address.response !== undefined) return;
      await streams.stop({ id: ts }, address, { signal });
      const message = { channel: address.chat, ts };
      await applyChange(
        callSlack("chat.delete", message, { ...access, signal }),
        isMessageGone,
      );
    },
  };
}

async function post(
  part: ReplyPart,
  { chat: channel, thread }: Pick<SlackAddress, "chat" | "thread">,
  { access, signal }: { access: PlatformAccess; signal: AbortSignal },
): Promise<Receipt> {
  const { ts = "" } = await callSlack(
    "chat.postMessage",
    {
      channel,
      ...toContent(part),
      ...(thread !== undefined && { thread_ts: thread }),
      unfurl_links: false,
      unfurl_media: false,
    },
    { ...access, signal },
  );
  return { id: ts };
}

/**
 * Buttons are blocks, which `markdown_text` excludes: the text then goes into a
 * Markdown block, and into `text` for notifications.
 */
function toContent({ text, buttons }: ReplyPart): Record<string, unknown> {
  return buttons === undefined
    ? { markdown_text: text }
    : { text, blocks: toBlocks({ text, buttons }) };
}

/**
 * @param slash the slash command that is answered: a press returns it in the
 *   `action_id`
 */
function toBlocks(
  { text, buttons = [] }: ReplyPart,
  slash = "",
): readonly object[] {
  return [
    { type: "markdown", text },
    ...buttons.map((row, rowIndex) => ({
      type: "actions",
      elements: row.map(({ label, command }, index) => ({
        type: "button",
        text: { type: "plain_text", text: label },
        value: command,
        action_id: `${rowIndex}-${index}${slash}`,
      })),
    })),
  ];
}

/**
 * Answers a slash command by an ephemeral message, which Slack allows up to
 * five times within 30 minutes. After that, sends a private message.
 */
async function respond(
  part: ReplyPart,
  address: SlackAddress,
  {
    access,
    now,
    signal,
  }: { access: PlatformAccess; now: () => number; signal: AbortSignal },
): Promise<Receipt> {
  const { response = "", responseUntil = 0, user, slash } = address;
  if (now() < responseUntil) {
    const { status } = await callPlatform(response, {
      body: {
        response_type: "ephemeral",
        text: part.text,
        blocks: toBlocks(part, slash),
      },
      fetch: access.fetch,
      signal,
    });
    if (status === 200) return { id: `response-${crypto.randomUUID()}` };
  }
  return post(part, { chat: user }, { access, signal });
}
