import * as z from "zod";
import { isObject, parseJson } from "../../text/json.ts";
import type { Attachment } from "../../types/message.ts";
import { lenient, lenientList, lenientText } from "../kit/lenient.ts";
import { kindOfType, toAttachment } from "../kit/to-attachment.ts";

const Key = z.string().regex(/^[\w-]{1,200}$/);
const MAX_FILES = 10;

const Element = z.object({
  tag: z.string(),
  text: lenientText,
  href: lenientText,
  user_id: lenientText,
  user_name: lenientText,
  image_key: lenient(Key),
});

const Post = z.object({
  title: lenientText,
  content: lenientList(lenientList(Element)),
});

/**
 * The fields of all message types
 * (https://open.feishu.cn/document/server-docs/im-v1/message-content-description/message_content).
 */
const Content = Post.extend({
  text: lenientText,
  /** Rich text sent by apps, one version per language. */
  zh_cn: lenient(Post),
  en_us: lenient(Post),
  ja_jp: lenient(Post),
  image_key: lenient(Key),
  file_key: lenient(Key),
  file_name: lenientText,
  name: lenientText,
  longitude: lenientText,
  latitude: lenientText,
});
type Content = z.infer<typeof Content>;

/**
 * Parses the text and attachments of a message. Mentions stay keys, e.g.
 * `@_user_1`. Never throws.
 */
export function parseContent({
  id,
  type,
  content: source,
}: {
  /** The message's id, which is needed to fetch its files. */
  id: string;
  type: string;
  content: string;
}): { readonly text: string; readonly attachments: readonly Attachment[] } {
  const { data: content } = Content.safeParse(parseJson(source));
  if (content === undefined) return { text: "", attachments: [] };
  const { text = "", name, latitude, longitude } = content;
  switch (type) {
    case "text":
      return { text, attachments: [] };
    case "post":
      return parsePost(
        content.zh_cn ?? content.en_us ?? content.ja_jp ?? content,
        id,
      );
    case "location":
      return {
        text: `${name ?? ""}\n${latitude}, ${longitude}`.trim(),
        attachments: [],
      };
    case "interactive":
      return { text: readCard(parseJson(source)), attachments: [] };
    default:
      return { text: "", attachments: [toFile(content, { id, type })] };
  }
}

/** Shows people by name in place of the keys of mentions. */
export function nameMentions(
  text: string,
  mentions: readonly { key: string; name?: string | undefined }[],
): string {
  const names = new Map(mentions.map(({ key, name = key }) => [key, name]));
  return text.replaceAll(
    /@_(?:user_\d+|[a-z]+)/g,
    (key) => `@${names.get(key) ?? key.slice(1)}`,
  );
}

function parsePost(
  { title = "", content = [] }: z.infer<typeof Post>,
  id: string,
): ReturnType<typeof parseContent> {
  const texts = content.map((line = []) => line.map(textOf).join(""));
  const images = content
    .flatMap((line = []) => line)
    .flatMap(({ image_key: image }) => (image === undefined ? [] : [image]));
  return {
    text: [title, ...texts].filter((line) => line !== "").join("\n"),
    attachments: images
      .slice(0, MAX_FILES)
      .map((image) => ({ kind: "photo", file: `${id}/image/${image}` })),
  };
}

function textOf({
  tag,
  text = "",
  href,
  user_id: mentioned = "",
  user_name: name = mentioned,
}: z.infer<typeof Element>) {
  if (tag === "at") return mentioned.startsWith("@_") ? mentioned : `@${name}`;
  if (tag === "a" && href !== undefined && href !== text)
    return `${text} (${href})`;
  return text;
}

function toFile(
  { image_key: image, file_key: file, file_name: name }: Content,
  { id, type }: { id: string; type: string },
): Attachment {
  const [place, key] = type === "image" ? ["image", image] : ["file", file];
  const kind = kindOfType(type);
  if (key === undefined || kind === "other") return { kind: "other" };
  return toAttachment({
    kind,
    file: `${id}/${place}/${key}`,
    // Feishu's apps record in no other format.
    mediaType: type === "audio" ? "audio/ogg" : undefined,
    name,
  });
}

const MAX_DEPTH = 12;

/**
 * The texts of a card, in either of its formats, and in the simplified one of
 * received messages
 * (https://open.feishu.cn/document/server-docs/im-v1/message-content-description/message_content).
 * Never throws.
 */
function readCard(card: unknown): string {
  return linesOf(card, 0)
    .filter((line) => line.trim() !== "")
    .join("\n");
}

function linesOf(node: unknown, depth: number): readonly string[] {
  if (depth > MAX_DEPTH) return [];
  if (typeof node === "string") return [node];
  // Texts, links and mentions of one line are in a list of their own.
  if (Array.isArray(node))
    return node.flatMap((inner) =>
      Array.isArray(inner)
        ? [linesOf(inner, depth + 1).join("")]
        : linesOf(inner, depth + 1),
    );
  if (!isObject(node)) return [];
  return PARTS.flatMap((part) => linesOf(node[part], depth + 1));
}

/** The fields with texts, in the order in which they are shown. */
const PARTS = [
  "header",
  "title",
  "subtitle",
  "text",
  "content",
  "user_name",
  "fields",
  "columns",
  "body",
  "elements",
];
