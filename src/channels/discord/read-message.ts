import * as z from "zod";
import { asObject, asText } from "../../text/json.ts";
import type {
  Attachment,
  IncomingMessage,
  QuotedMessage,
} from "../../types/message.ts";
import {
  lenient,
  lenientFlag,
  lenientInteger,
  lenientList,
  lenientText,
} from "../kit/lenient.ts";
import { toAttachment } from "../kit/to-attachment.ts";
import { toForwarded, toQuoted } from "../kit/to-quoted.ts";

/** Usually a snowflake, but proxies and tests send others. */
export const Id = z.string().regex(/^[\w-]{1,64}$/);
const MAX_FILES = 10;
/** https://discord.com/developers/docs/resources/message#message-object-message-types */
const REPLY = 19;

export const User = z.object({
  id: Id,
  username: lenientText,
  global_name: lenientText,
  bot: lenientFlag,
});

export const File = z.object({
  filename: lenientText,
  content_type: lenientText,
  size: lenient(z.int().nonnegative()),
  url: z.url(),
});

const Embed = z.object({
  /** `rich` if an app wrote it, else the preview of a link. */
  type: lenientText,
  title: lenientText,
  description: lenientText,
  fields: lenient(z.array(z.object({ name: z.string(), value: z.string() }))),
});

const PollText = z.object({ text: lenientText });

const Content = z.object({
  content: z.string().default(""),
  attachments: lenientList(File),
  embeds: lenientList(Embed),
  /** See `readComponents`. */
  components: lenient(z.array(z.unknown())),
  sticker_items: lenient(z.array(z.object({ name: z.string() }))),
});

/** https://discord.com/developers/docs/resources/message#message-object */
const Single = Content.extend({
  author: lenient(User),
  poll: lenient(
    z.object({
      question: PollText,
      answers: z.array(z.object({ poll_media: PollText })),
    }),
  ),
});

export const Message = Single.extend({
  id: Id,
  type: lenientInteger,
  message_reference: lenient(z.object({ message_id: lenient(Id) })),
  referenced_message: lenient(Single),
  message_snapshots: lenientList(z.object({ message: Content })),
});

/**
 * Reads a message that a person points at: their own message is what they say,
 * another one's is forwarded; so are messages that either forwards. `undefined`
 * if nothing in it can be read.
 */
export function readMessage(
  message: z.infer<typeof Message>,
  { user, bot }: { user: string; bot: string },
):
  | Pick<
      IncomingMessage,
      "text" | "attachments" | "quoted" | "quotedId" | "forwarded"
    >
  | undefined {
  const { type, author, referenced_message: earlier } = message;
  const text = textOf(message);
  const attachments = toAttachments(message.attachments);
  const isNothing = text === "" && attachments.length === 0;
  const isOwn = author?.id === user;
  const whole = { text, author: authorOf(author, bot), attachments };
  const forwarded: QuotedMessage[] = [
    ...(isOwn || isNothing ? [] : [toForwarded(whole)]),
    ...(message.message_snapshots ?? []).map((one) => forward(one.message)),
  ];
  if (isNothing && forwarded.length === 0 && earlier === undefined)
    return undefined;
  const quotedId =
    type === REPLY ? message.message_reference?.message_id : undefined;
  return {
    text: isOwn ? text : "",
    attachments: isOwn ? attachments : [],
    ...(forwarded.length > 0 && { forwarded }),
    ...(earlier === undefined
      ? quotedId !== undefined && { quotedId }
      : { quoted: quote(earlier, bot) }),
  };
}

/** Discord does not say who wrote the original. */
function forward(original: z.infer<typeof Content>): QuotedMessage {
  const attachments = toAttachments(original.attachments);
  return toForwarded({ text: textOf(original), attachments });
}

function quote(earlier: z.infer<typeof Single>, bot: string): QuotedMessage {
  return toQuoted({
    text: textOf(earlier),
    author: authorOf(earlier.author, bot),
    attachments: toAttachments(earlier.attachments),
  });
}

function authorOf(
  author: z.infer<typeof User> | undefined,
  bot: string,
): "bot" | { id?: string | undefined; name?: string | undefined } {
  if (author?.id === bot) return "bot";
  return { id: author?.id, name: author?.global_name ?? author?.username };
}

function textOf(
  message: z.infer<typeof Content> & Partial<z.infer<typeof Single>>,
): string {
  const {
    content,
    embeds = [],
    components,
    sticker_items = [],
    poll,
  } = message;
  const written = embeds.filter(({ type }) => type === "rich");
  const shown = content.trim() === "" ? embeds : written;
  return [
    content,
    ...shown.map(readEmbed),
    readComponents(components),
    poll?.question.text ?? "",
    ...(poll?.answers ?? []).map(
      ({ poll_media: { text = "" } }) => `- ${text}`,
    ),
    ...sticker_items.map(({ name }) => `[sticker: ${name}]`),
  ]
    .filter((line) => line.trim() !== "")
    .join("\n");
}

function readEmbed({
  title,
  description,
  fields = [],
}: z.infer<typeof Embed>): string {
  const lines = fields.map(({ name, value }) => `${name}: ${value}`);
  return [title, description, ...lines].filter(Boolean).join("\n");
}

/**
 * The texts of components
 * (https://discord.com/developers/docs/components/reference#text-display),
 * which replace a message's content in newer messages of apps.
 */
function readComponents(components: unknown): string {
  if (!Array.isArray(components)) return "";
  return components
    .map((component) => {
      const { content, components: inner } = asObject(component);
      return asText(content) || readComponents(inner);
    })
    .filter((text) => text !== "")
    .join("\n");
}

/**
 * Files are identified by path and query on Discord's CDN, without the host.
 */
export function toAttachments(
  files: readonly z.infer<typeof File>[] = [],
): readonly Attachment[] {
  return files
    .slice(0, MAX_FILES)
    .map(({ url, content_type: mediaType, size, filename: name }) => {
      const { pathname, search } = new URL(url);
      return toAttachment({ file: pathname + search, mediaType, size, name });
    });
}
