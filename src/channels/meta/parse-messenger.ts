import * as z from "zod";
import type {
  Attachment,
  IncomingMessage,
  QuotedMessage,
} from "../../types/message.ts";
import {
  lenient,
  lenientFlag,
  lenientList,
  lenientText,
} from "../kit/lenient.ts";
import { parseEvents, type ParsedEvents } from "../kit/parse-events.ts";
import { placeOf } from "../kit/place.ts";
import { kindOfType } from "../kit/to-attachment.ts";
import { toContent } from "../kit/to-content.ts";
import { toEcho } from "../kit/to-echo.ts";
import { toForwarded } from "../kit/to-quoted.ts";
import { withUnreadForm } from "../kit/unread-form.ts";

const Id = z.string().regex(/^[\w.:=+/$-]{1,256}$/);

/** Of a product, or of a template. */
const Shown = lenient(
  z.array(z.object({ title: lenientText, subtitle: lenientText })),
);

const Attached = z.object({
  type: z.string(),
  /** Of a link, in older events. */
  title: lenientText,
  url: lenientText,
  payload: lenient(
    z.object({
      title: lenientText,
      text: lenientText,
      url: lenientText,
      coordinates: lenient(z.object({ lat: z.number(), long: z.number() })),
      elements: Shown,
      product: lenient(z.object({ elements: Shown })),
    }),
  ),
});

const Party = z.object({ id: z.string().regex(/^\d{1,30}$/) });

/** https://developers.facebook.com/docs/messenger-platform/reference/webhook-events/messages */
const Messaging = z.object({
  sender: Party,
  recipient: lenient(Party),
  timestamp: lenient(z.number()),
  isStandby: lenientFlag,
  message: lenient(
    z.object({
      mid: Id,
      text: lenientText,
      is_echo: lenientFlag,
      /** Of an echo: what its sender has marked it with. */
      metadata: lenientText,
      quick_reply: lenient(z.object({ payload: z.string().max(1_000) })),
      is_deleted: lenientFlag,
      reply_to: lenient(z.object({ mid: lenient(Id) })),
      attachments: lenient(z.array(Attached)),
    }),
  ),
  postback: lenient(
    z.object({
      mid: lenient(Id),
      title: lenientText,
      payload: z.string().max(1_000),
    }),
  ),
});

const Delivery = z.object({
  /** `page`; other products of the app have other values, e.g. Instagram. */
  object: z.string(),
  entry: z.array(
    z.object({
      messaging: z.array(z.unknown()).optional(),
      /** Another app answers these people; only echoes are for this one. */
      standby: lenientList(z.looseObject({})),
    }),
  ),
});

/** Marks what Parley sends, so that its echo is not taken for a person's. */
export const OWN_MARK = "parley";

/**
 * Parses all messages of a delivery. Never throws.
 * @param options.oldest time of the oldest message to take, in milliseconds
 * since 1970
 */
export function parseMessenger(
  source: unknown,
  { oldest }: { oldest: number },
): ParsedEvents {
  const { data } = Delivery.safeParse(source);
  const entries = data && (data.object === "page" ? data.entry : []);
  return parseEvents(
    entries?.flatMap(({ messaging = [], standby = [] }) => [
      ...messaging,
      ...standby.map((event) => ({ ...event, isStandby: true })),
    ]),
    {
      schema: Messaging,
      toMessage,
      isOutdated: ({ timestamp = Infinity }) => timestamp < oldest,
    },
  );
}

/** `undefined` for read and delivery receipts, and deleted messages. */
function toMessage(
  event: z.infer<typeof Messaging>,
): IncomingMessage | undefined {
  const { sender, timestamp = 0, message, postback } = event;
  if (message?.is_deleted === true) return undefined;
  if (message?.is_echo === true) return readEcho(event);
  if (event.isStandby === true) return undefined;
  const pressed = message?.quick_reply?.payload ?? postback?.payload;
  const label = message?.text ?? postback?.title ?? "";
  const text = pressed === undefined ? label : textOfPress(pressed, label);
  const id = message?.mid ?? postback?.mid ?? `${sender.id}-${timestamp}`;
  const base = {
    id,
    author: { id: sender.id },
    ...placeOf("messenger", { chat: sender.id }),
  };
  const { attachments, forwarded } = readAttached(message?.attachments, id);
  const quotedId = message?.reply_to?.mid;
  const isNothing = attachments.length === 0 && forwarded.length === 0;
  if (text.trim() === "" && isNothing)
    return message && withUnreadForm(base, "message");
  const content = toContent(text, { attachments, quotedId, forwarded });
  return { ...base, ...content };
}

/**
 * What a person wrote as the page, in whatever app; `undefined` for what Parley
 * has sent
 * (https://developers.facebook.com/docs/messenger-platform/reference/webhook-events/message-echoes).
 */
function readEcho({
  recipient,
  message,
}: z.infer<typeof Messaging>): IncomingMessage | undefined {
  const isOwn = message?.metadata === OWN_MARK;
  if (message === undefined || recipient === undefined || isOwn)
    return undefined;
  const { mid: id, text, attachments } = message;
  const read = readAttached(attachments, id);
  return toEcho("messenger", { id, chat: recipient.id, text, ...read });
}

/**
 * Files, and what is shared: links, posts, reels and places.
 * @param id the message's
 */
function readAttached(
  attached: readonly z.infer<typeof Attached>[] = [],
  id: string,
): { attachments: Attachment[]; forwarded: QuotedMessage[] } {
  const attachments: Attachment[] = [];
  const forwarded: QuotedMessage[] = [];
  for (const [index, one] of attached.entries()) {
    const { type } = one;
    const isFile = ["image", "audio", "file", "video"].includes(type);
    const text = textOfShare(one);
    if (isFile || text === "")
      attachments.push({ kind: kindOfType(type), file: `${id} ${index}` });
    else forwarded.push(toForwarded({ text }));
  }
  return { attachments, forwarded };
}

function textOfShare({
  payload = {},
  title = payload.title,
  url = payload.url,
}: z.infer<typeof Attached>): string {
  const { text, coordinates: place, elements, product } = payload;
  const shown = [...(elements ?? []), ...(product?.elements ?? [])];
  return [
    title,
    text,
    ...shown.flatMap((element) => [element.title, element.subtitle]),
    place && `${place.lat}, ${place.long}`,
    url,
  ]
    .filter(Boolean)
    .join("\n");
}

/**
 * The payload of the bot's own buttons is a command with its slash. Buttons
 * that the page's owner set up elsewhere (menu, ice breakers, "Get Started")
 * count as their label.
 */
function textOfPress(payload: string, label: string): string {
  if (payload.startsWith("/")) return payload;
  return /^get_?started/i.test(payload) ? "/start" : label || payload;
}
