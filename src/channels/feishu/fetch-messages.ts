import * as z from "zod";
import { logWarning } from "../../runtime/log.ts";
import type { Channel } from "../../types/channel.ts";
import { AttachmentError, DeliveryError } from "../../types/errors.ts";
import type { QuotedMessage } from "../../types/message.ts";
import { lenient, lenientText } from "../kit/lenient.ts";
import { toAttachment } from "../kit/to-attachment.ts";
import { toForwarded } from "../kit/to-quoted.ts";
import type { FeishuApi } from "./feishu-api.ts";
import { nameMentions, parseContent } from "./parse-content.ts";

/** More than the model is shown. */
const MAX_ITEMS = 200;

/** https://open.feishu.cn/document/server-docs/im-v1/message/get */
const Item = z.object({
  message_id: z.string(),
  msg_type: z.string(),
  /** Of the forwarded messages that this one is among. */
  upper_message_id: lenientText,
  sender: lenient(z.object({ id: z.string(), sender_type: lenientText })),
  body: lenient(z.object({ content: z.string() })),
  mentions: lenient(z.array(z.object({ key: z.string(), name: lenientText }))),
});
type Item = z.infer<typeof Item>;

const Answer = z.object({ items: z.array(z.unknown()) });

/**
 * Reads a message, or the messages that were forwarded as one, which Feishu
 * lists after it.
 * @param appId the bot's sender id
 */
export function createMessageFetcher({
  api,
  appId,
}: {
  api: Pick<FeishuApi, "read">;
  appId: string;
}): NonNullable<Channel["fetchMessages"]> {
  return async (id, { signal }) => {
    const path = `/im/v1/messages/${encodeURIComponent(id)}`;
    try {
      const answer = Answer.safeParse(await api.read(path, { signal }));
      const items = (answer.data?.items ?? [])
        .slice(0, MAX_ITEMS)
        .flatMap((item) => Item.safeParse(item).data ?? []);
      return items
        .filter((item) => item.msg_type !== MERGED)
        .map((item) => toMessage(item, appId));
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof DeliveryError)) throw error;
      const { kind, message } = error;
      if (kind === "unreachable" || kind === "rate-limited")
        throw new AttachmentError(message);
      logWarning("message not fetched", { channel: "feishu", reason: message });
      return [];
    }
  };
}

/** The type of messages that were forwarded as one. */
export const MERGED = "merge_forward";

function toMessage(item: Item, appId: string): QuotedMessage {
  const { message_id: id, msg_type: type, sender, mentions = [] } = item;
  const { text, attachments } = parseContent({
    id,
    type,
    content: item.body?.content ?? "",
  });
  const isForwarded = item.upper_message_id !== undefined;
  return toForwarded({
    text: nameMentions(text, mentions),
    author: sender?.id === appId ? "bot" : { id: sender?.id },
    // Feishu hands out no files of messages within a forwarded one.
    attachments: isForwarded
      ? attachments.map(({ kind, name }) => toAttachment({ kind, name }))
      : attachments,
  });
}
