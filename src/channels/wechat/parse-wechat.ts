import type { Attachment, IncomingMessage } from "../../types/message.ts";
import { placeOf } from "../kit/place.ts";
import { toContent } from "../kit/to-content.ts";
import { toForwarded } from "../kit/to-quoted.ts";
import { withUnreadForm } from "../kit/unread-form.ts";
import { parseFlatXml } from "./flat-xml.ts";

/**
 * A parsed callback. `other`: an event that gets no answer. `malformed`: not as
 * documented.
 */
export type WechatCallback =
  | {
      readonly kind: "message";
      readonly message: IncomingMessage;
      /** The account's id: the sender of a passive reply. */
      readonly account: string;
      /** Milliseconds since 1970. */
      readonly createdAt: number;
    }
  | { readonly kind: "other" | "malformed" };

type Fields = ReadonlyMap<string, string>;

/** https://developers.weixin.qq.com/doc/offiaccount/Message_Management/Receiving_standard_messages.html */
export function parseWechat(source: string): WechatCallback {
  const fields = parseFlatXml(source);
  const person = fields.get("FromUserName") ?? "";
  const account = fields.get("ToUserName") ?? "";
  const seconds = fields.get("CreateTime") ?? "";
  if (
    !/^[\w-]{1,64}$/.test(person) ||
    !/^[\w@.-]{1,64}$/.test(account) ||
    !/^\d{1,12}$/.test(seconds)
  )
    return { kind: "malformed" };
  const type = fields.get("MsgType");
  const event = fields.get("Event") ?? "";
  // Events have no id:
  // https://developers.weixin.qq.com/doc/offiaccount/Message_Management/Receiving_event_pushes.html
  const key = (fields.get("EventKey") ?? "").replaceAll(/[^\w-]/g, "");
  const id =
    type === "event"
      ? [seconds, event, key.slice(0, 24)].filter(Boolean).join("-")
      : fields.get("MsgId");
  if (id === undefined || !/^[\w-]{1,64}$/.test(id))
    return { kind: "malformed" };
  const text = type === "event" ? textOfEvent(fields) : textOf(fields);
  if (text === undefined) return { kind: "other" };
  const base = {
    id,
    author: { id: person },
    ...placeOf("wechat", { chat: person }),
  };
  const message = toMessage(base, { type, text, fields });
  const createdAt = Number(seconds) * 1_000;
  return { kind: "message", account, createdAt, message };
}

function toMessage(
  base: Omit<IncomingMessage, "text" | "attachments">,
  {
    type = "",
    text,
    fields,
  }: { type: string | undefined; text: string; fields: Fields },
): IncomingMessage {
  const attachments = attachmentsOf(fields);
  if (UNSUPPORTED.test(text)) return withUnreadForm(base, "unsupported");
  if (text === "" && attachments.length === 0)
    return withUnreadForm(base, type);
  if (SHARED.includes(type)) {
    const forwarded = [toForwarded({ text })];
    return { ...base, ...toContent("", { forwarded }) };
  }
  return { ...base, ...toContent(text, { attachments }) };
}

/**
 * WeChat's own text in place of stickers, forwarded chats and whatever else it
 * does not hand out.
 */
const UNSUPPORTED =
  /^\s*(?:【收到不支持的消息类型[^【】]*】|\[(?:收到)?不支持的消息类型[^[\]]*\]|\[unsupported message\])\s*$/i;

/** Types whose text is not the person's. */
const SHARED = ["link", "miniprogrampage"];

/** New followers are greeted. A menu item's key is a text such as `/new`. */
function textOfEvent(fields: Fields): string | undefined {
  switch (fields.get("Event") ?? "") {
    case "subscribe":
      return "/start";
    case "CLICK":
      return fields.get("EventKey");
    default:
      return undefined;
  }
}

function textOf(fields: Fields): string {
  const join = (...names: string[]) =>
    names.flatMap((name) => fields.get(name) || []).join("\n");
  switch (fields.get("MsgType") ?? "") {
    case "text":
      return join("Content");
    case "voice":
      return join("Recognition");
    case "location":
      return join("Label", "Location_X", "Location_Y");
    case "link":
      return join("Title", "Description", "Url");
    case "miniprogrampage":
      return join("Title");
    default:
      return "";
  }
}

function attachmentsOf(fields: Fields): Attachment[] {
  const type = fields.get("MsgType") ?? "";
  const id = fields.get("MediaId") ?? "";
  const file = /^[\w-]{1,200}$/.test(id) && { file: id };
  switch (type) {
    case "text":
    case "location":
    case "link":
    case "miniprogrampage":
    case "event":
      return [];
    case "image":
      return [{ kind: "photo", ...file }];
    case "voice":
      // If the account has speech recognition on, the text has the transcript.
      return fields.get("Recognition")
        ? []
        : [{ kind: "voice", ...file, mediaType: "audio/amr" }];
    default:
      return [{ kind: "other" }];
  }
}
