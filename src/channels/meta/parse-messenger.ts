import * as z from "zod";
import type { Attachment, IncomingMessage } from "../../message.ts";
import { COMMAND_NAMES, withCommand } from "../find-command.ts";
import { lenient, lenientText } from "../lenient.ts";
import { parseEvents, type ParsedEvents } from "../parse-events.ts";
import { kindOfType } from "../to-attachment.ts";

const Id = z.string().regex(/^[\w.:=+/$-]{1,256}$/);

/** https://developers.facebook.com/docs/messenger-platform/reference/webhook-events/messages */
const Messaging = z.object({
  sender: z.object({ id: z.string().regex(/^\d{1,30}$/) }),
  timestamp: lenient(z.number()),
  message: lenient(
    z.object({
      mid: Id,
      text: lenientText,
      is_echo: lenient(z.boolean()),
      quick_reply: lenient(z.object({ payload: z.string().max(1_000) })),
      attachments: lenient(z.array(z.object({ type: z.string() }))),
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
  entry: z.array(z.object({ messaging: z.array(z.unknown()).optional() })),
});

/** Parses all messages of a delivery. Never throws. */
export function parseMessenger(source: unknown): ParsedEvents {
  const { data } = Delivery.safeParse(source);
  const entries = data && (data.object === "page" ? data.entry : []);
  return parseEvents(
    entries?.flatMap(({ messaging = [] }) => messaging),
    { schema: Messaging, toMessage },
  );
}

/** `undefined` for read and delivery receipts and the page's own messages. */
function toMessage({
  sender,
  timestamp = 0,
  message,
  postback,
}: z.infer<typeof Messaging>): IncomingMessage | undefined {
  if (message?.is_echo === true) return undefined;
  const pressed = message?.quick_reply?.payload ?? postback?.payload;
  const label = message?.text ?? postback?.title ?? "";
  const text = pressed === undefined ? label : textOfPress(pressed, label);
  const id = message?.mid ?? postback?.mid ?? `${sender.id}-${timestamp}`;
  const attachments = (message?.attachments ?? []).map(
    ({ type }, index): Attachment => ({
      kind: kindOfType(type),
      file: `${id} ${index}`,
    }),
  );
  if (text.trim() === "" && attachments.length === 0) return undefined;
  return {
    id,
    conversation: `messenger:${sender.id}`,
    channel: "messenger",
    author: { id: sender.id },
    ...withCommand(text),
    attachments,
    replyTo: { chat: sender.id },
  };
}

/**
 * The payload of the bot's own buttons is a command. Buttons that the page's
 * owner set up elsewhere (menu, ice breakers, "Get Started") count as their
 * label.
 */
function textOfPress(payload: string, label: string): string {
  const isCommand =
    COMMAND_NAMES.includes(payload) ||
    /^memory (?:export|forget)(?: \S{1,100})?$/.test(payload);
  if (isCommand) return `/${payload}`;
  return /^get_?started/i.test(payload) ? "/start" : label || payload;
}
