import * as z from "zod";
import type { TurnReference } from "../../types/mailbox.ts";
import type { Attachment, IncomingMessage } from "../../types/message.ts";
import { lenient } from "../kit/lenient.ts";
import { placeOf } from "../kit/place.ts";
import { toContent } from "../kit/to-content.ts";
import { toQuoted } from "../kit/to-quoted.ts";
import { withUnreadForm } from "../kit/unread-form.ts";

const Text = z.object({ content: z.string() });
const File = z.object({ url: z.url().max(2_000) });
const FIELDS = {
  text: lenient(Text),
  image: lenient(File),
  /** WeCom's transcript. */
  voice: lenient(Text),
  file: lenient(File),
  video: lenient(File),
};

const Content = z.object({ msgtype: z.string(), ...FIELDS });
const Mixed = z.object({ msg_item: z.array(Content).max(100) });

/** https://developer.work.weixin.qq.com/document/path/100719 */
const Callback = Content.extend({
  msgid: z.string().regex(/^[\w+/=-]{1,128}$/),
  chattype: lenient(z.enum(["single", "group"])),
  chatid: lenient(z.string().min(1).max(128)),
  from: z.object({ userid: z.string().min(1).max(128) }),
  mixed: lenient(Mixed),
  quote: lenient(Content.extend({ mixed: lenient(Mixed) })),
  stream: lenient(z.object({ id: z.string().regex(/^[\w-]{1,128}$/) })),
  event: lenient(z.object({ eventtype: z.string() })),
});

type Content = z.infer<typeof Content> & {
  readonly mixed?: z.infer<typeof Mixed> | undefined;
};

/**
 * A parsed callback. `opened`: a person opened the chat and may be greeted.
 * `refresh`: WeCom polls for the turn's reply so far. `other`: an event that
 * gets no answer. `malformed`: not as documented.
 */
type WecomCallback =
  | {
      readonly kind: "message" | "opened";
      readonly message: IncomingMessage;
    }
  | { readonly kind: "refresh"; readonly turn: TurnReference }
  | { readonly kind: "other" | "malformed" };

/** Never throws. */
export function parseWecom(source: unknown): WecomCallback {
  const { data: callback } = Callback.safeParse(source);
  if (callback === undefined) return { kind: "malformed" };
  const { msgtype, chattype, from, stream, event } = callback;
  const isGroup = chattype === "group";
  const chat = isGroup ? callback.chatid : from.userid;
  if (chat === undefined) return { kind: "malformed" };
  const place = placeOf("wecom", { chat }, { isGroup });
  if (msgtype === "stream")
    return stream === undefined
      ? { kind: "malformed" }
      : {
          kind: "refresh",
          turn: { conversation: place.conversation, id: stream.id },
        };
  const base = {
    id: toId(callback.msgid),
    author: { id: from.userid },
    ...place,
  };
  if (msgtype === "event")
    return event?.eventtype === "enter_chat"
      ? { kind: "opened", message: { ...base, ...toContent("/start") } }
      : { kind: "other" };
  const content = textOf(callback);
  const text = isGroup ? withoutMention(content) : content;
  const attachments = attachmentsOf(callback);
  const { quote } = callback;
  if (text === "" && attachments.length === 0 && quote === undefined)
    return { kind: "message", message: withUnreadForm(base, msgtype) };
  const quoted =
    quote &&
    toQuoted({ text: textOf(quote), attachments: attachmentsOf(quote) });
  return {
    kind: "message",
    message: { ...base, ...toContent(text, { attachments, quoted }) },
  };
}

/** Base64 to base64url: it also becomes the stream's id. */
function toId(msgid: string): string {
  return msgid.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function itemsOf(content: Content): readonly Content[] {
  return content.msgtype === "mixed"
    ? (content.mixed?.msg_item ?? [])
    : [content];
}

function textOf(content: Content): string {
  return itemsOf(content)
    .flatMap(({ text, voice }) => text?.content ?? voice?.content ?? [])
    .join("\n");
}

/** Removes the leading mention of the bot, whose name is not known. */
function withoutMention(text: string): string {
  return text.replace(/^\s*@\S+\s*/, "");
}

function attachmentsOf(content: Content): Attachment[] {
  return itemsOf(content).flatMap(({ image, file, video }): Attachment[] => {
    if (image !== undefined) return [{ kind: "photo", file: image.url }];
    if (file !== undefined) return [{ kind: "document", file: file.url }];
    return video === undefined ? [] : [{ kind: "other" }];
  });
}
