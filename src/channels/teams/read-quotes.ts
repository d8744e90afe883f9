import { decodeHTMLStrict } from "entities";
import * as z from "zod";
import type { IncomingMessage, QuotedMessage } from "../../types/message.ts";
import { lenientText } from "../kit/lenient.ts";
import { toForwarded, toQuoted } from "../kit/to-quoted.ts";

const MAX_QUOTES = 10;

/** A message that another one replies to or forwards. */
interface Quote {
  readonly isForwarded: boolean;
  /** Missing for forwarded messages. */
  readonly message?: string | undefined;
  readonly author: {
    readonly id?: string | undefined;
    readonly name?: string | undefined;
  };
  readonly text: string;
}

/**
 * The messages that an activity replies to or forwards. Clients describe them
 * in entities, or in the copy of the text as HTML.
 */
export function readQuotes(
  {
    entities = [],
    attachments = [],
  }: {
    entities?: readonly unknown[] | undefined;
    attachments?:
      readonly { contentType: string; content?: unknown }[] | undefined;
  },
  bot: string | undefined,
): Pick<IncomingMessage, "quoted" | "quotedId" | "forwarded"> {
  const named = entities.slice(0, 100).flatMap(readEntity);
  const copied = attachments.flatMap(({ contentType, content }) =>
    contentType === "text/html" ? readHtml(String(content)) : [],
  );
  // They describe the same messages.
  const quotes = (named.length > 0 ? named : copied).slice(0, MAX_QUOTES);
  const toGiven = ({ text, author }: Quote) => ({
    text,
    author: isBot(author, bot) ? ("bot" as const) : author,
  });
  const replies = quotes.filter(({ isForwarded }) => !isForwarded);
  const forwarded = quotes
    .filter(({ isForwarded }) => isForwarded)
    .map((quote) => toForwarded(toGiven(quote)));
  const [first, ...others] = replies;
  return {
    ...(first !== undefined &&
      (others.length === 0 ? referTo(first, toGiven(first)) : join(replies))),
    ...(forwarded.length > 0 && { forwarded }),
  };
}

function isBot({ id = "" }: Quote["author"], bot = ""): boolean {
  return id !== "" && bot.replace(/^28:/, "") === id.replace(/^28:/, "");
}

/** The text is only a preview: the conversation may know the whole message. */
function referTo(
  { message, text }: Quote,
  given: Parameters<typeof toQuoted>[0],
): { quoted?: QuotedMessage; quotedId?: string } {
  return {
    ...(text !== "" && { quoted: toQuoted(given) }),
    ...(message !== undefined && { quotedId: message }),
  };
}

function join(quotes: readonly Quote[]): { quoted: QuotedMessage } {
  const lines = quotes.map(({ author: { name = "" }, text }) =>
    [name, text].filter((part) => part !== "").join(": "),
  );
  return { quoted: toQuoted({ text: lines.join("\n\n") }) };
}

/** https://learn.microsoft.com/dotnet/api/microsoft.teams.apps.schema.entities.quotedreplydata */
const Entity = z.object({
  type: z.literal("quotedReply"),
  quotedReply: z.object({
    messageId: z.string(),
    senderId: lenientText,
    senderName: lenientText,
    preview: lenientText,
  }),
});

function readEntity(entity: unknown): Quote[] {
  const { data } = Entity.safeParse(entity);
  if (data === undefined) return [];
  const { messageId: message, preview: text = "", ...sent } = data.quotedReply;
  const author = { id: sent.senderId, name: sent.senderName };
  return [{ isForwarded: false, message, author, text }];
}

const QUOTE =
  /<blockquote\b[^<>]*\bitemtype="[^"<>]*\/(Reply|Forward)"[^<>]*>/gi;

/** Undocumented; as Teams' clients write it. */
function readHtml(html: string): Quote[] {
  return [...html.matchAll(QUOTE)].slice(0, MAX_QUOTES).flatMap((found) => {
    const [tag, kind = ""] = found;
    const start = found.index + tag.length;
    const end = html.indexOf("</blockquote>", start);
    if (end === -1) return [];
    const inner = html.slice(start, end);
    const [, mri, name] =
      /<strong\b[^<>]*\bitemid="([^"<>]*)"[^<>]*>([^<>]*)<\/strong>/i.exec(
        inner,
      ) ?? [];
    const words = inner.replaceAll(
      /<(strong|span)\b[^<>]*\bitemprop="(?:mri|time)"[^<>]*>[^<>]*<\/\1>/gi,
      "",
    );
    return [
      {
        isForwarded: kind.toLowerCase() === "forward",
        message: /\bitemid="([^"<>]*)"/i.exec(tag)?.[1],
        author: { id: mri?.replace(/^8:orgid:/, ""), name: toText(name) },
        text: toText(words),
      },
    ];
  });
}

function toText(html = ""): string {
  const text = html
    .replaceAll(/<(?:br|\/?(?:p|div|li|tr|h[1-6]))\b[^<>]*>/gi, "\n")
    .replaceAll(/<[/!]?[a-z][^<>]*>/gi, "");
  return decodeHTMLStrict(text)
    .replaceAll("\u00A0", " ")
    .replaceAll(/[^\S\n]*\n\s*/g, "\n")
    .trim();
}
