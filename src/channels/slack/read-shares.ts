import * as z from "zod";
import type { QuotedMessage } from "../../types/message.ts";
import {
  lenient,
  lenientFlag,
  lenientList,
  lenientText,
} from "../kit/lenient.ts";
import { toForwarded } from "../kit/to-quoted.ts";
import { File, toAttachments } from "./attachments.ts";
import { readBlocks } from "./read-blocks.ts";
import { readText } from "./read-text.ts";

const MAX_SHARES = 10;
/** A forwarded message may itself forward others. */
const MAX_DEPTH = 3;

const Unread = z.unknown().optional();

/**
 * A message that another one shares or links to. Its flags are undocumented;
 * the rest is https://docs.slack.dev/reference/objects/attachment-object.
 */
const Share = z.object({
  is_share: lenientFlag,
  is_msg_unfurl: lenientFlag,
  is_reply_unfurl: lenientFlag,
  /** The preview of a link. */
  original_url: lenientText,
  author_id: lenientText,
  author_name: lenientText,
  pretext: lenientText,
  title: lenientText,
  text: lenientText,
  fallback: lenientText,
  fields: lenient(
    z.array(z.object({ title: lenientText, value: lenientText })),
  ),
  blocks: Unread,
  message_blocks: lenient(
    z.array(z.object({ message: lenient(z.object({ blocks: Unread })) })),
  ),
  files: lenientList(File),
  attachments: Unread,
});
type Share = z.infer<typeof Share>;

/**
 * The messages that a message shares, those within them after them. Previews of
 * links are left out. Never throws.
 * @param bot its id
 */
export function readShares(
  attachments: unknown,
  { bot, depth = 0 }: { bot: string; depth?: number },
): readonly QuotedMessage[] {
  if (!Array.isArray(attachments) || depth >= MAX_DEPTH) return [];
  return attachments
    .flatMap((attachment): QuotedMessage[] => {
      const share = Share.safeParse(attachment).data;
      if (share === undefined || isPreview(share)) return [];
      const within = readShares(share.attachments, { bot, depth: depth + 1 });
      const own = toMessage(share, bot);
      const isEmpty = own.text === "" && (share.files ?? []).length === 0;
      return isEmpty && within.length > 0 ? [...within] : [own, ...within];
    })
    .slice(0, MAX_SHARES);
}

function isPreview({ original_url, ...share }: Share): boolean {
  const isMessage =
    share.is_share || share.is_msg_unfurl || share.is_reply_unfurl;
  return !isMessage && original_url !== undefined;
}

function toMessage(share: Share, bot: string): QuotedMessage {
  const { author_id: id, author_name: name, files = [] } = share;
  return toForwarded({
    text: textOf(share),
    author: id === bot ? "bot" : { id, name },
    attachments: toAttachments(files),
  });
}

/** What Slack shows in place of a message that it does not show. */
const NOTHING = "[no preview available]";

function textOf(share: Share): string {
  const { pretext, title, text, blocks, message_blocks = [] } = share;
  const { fields = [], files = [], fallback = "" } = share;
  const inBlocks = [{ blocks }, ...message_blocks.map((one) => one.message)];
  const lines = [
    pretext,
    title,
    ...(text ? [text] : inBlocks.map((one) => readBlocks(one?.blocks))),
    ...fields.map(({ title: name, value }) =>
      [name, value].filter(Boolean).join(": "),
    ),
  ].filter(Boolean);
  const isWordless = lines.length === 0 && files.length === 0;
  const whole = isWordless ? fallback.replace(NOTHING, "") : lines.join("\n");
  return readText(whole).trim();
}
