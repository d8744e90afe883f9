import type { Attachment, IncomingMessage } from "../../message.ts";
import { COMMAND_NAMES, withCommand } from "../find-command.ts";
import { lenient } from "../lenient.ts";
import { type ParsedEvents, parseEvents } from "../parse-events.ts";
import { kindOfType } from "../to-attachment.ts";
import * as z from "zod";

const Id = z.string().regex(/^[\w.:=+/$-]{1,256}$/);

/** https://developers.facebook.com/docs/messenger-platform/reference/webhook-events/messages */
const Messaging = z.object({
  sender: z.object({ id: z.string().regex(/^\d{1,30}$/) }),
  timestamp: lenient(z.number()),
  message: lenient(
    z.object({
      mid: Id,
      text: lenient(z.string()),
      is_echo: lenient(z.boolean()),
      quick_reply: lenient(z.object({ payload: z.string().max(1_000) })),
      attachments: lenient(z.array(z.object({ type: z.string() }))),
    }),
  ),
  postback: lenient(
    z.object({
      mid: lenient(Id),
      title: lenient(z.string()),
      payload: z.string().max(1_000),
    }),
  ),
});

const Delivery = z.object({
  /** Instagram and others of the same app have their own. */
  object: z.string(),
  entry: z.array(z.object({ messaging: z.array(z.unknown()).optional() })),
});

/** All messages of all entries of a delivery. Never throws. */
export function parseMessenger(source: unknown): ParsedEvents {
  const { data } = Delivery.safeParse(source);
  const entries = data && (data.object === "page" ? data.entry : []);
  return parseEvents(
    entries?.flatMap(({ messaging = [] }) => messaging),
    { schema: Messaging, toMessage },
  );
}

/** Nothing for what was read or delivered, and for what the page says itself. */
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
 * Our own buttons have their command as payload. Those that a page's owner has set up elsewhere (the menu, questions to begin with, "Get
 * Started") have any: what is on them is what the person says.
 */
function textOfPress(payload: string, label: string): string {
  const isOurs =
    COMMAND_NAMES.includes(payload) ||
    /^memory (?:export|forget)(?: \S{1,100})?$/.test(payload);
  if (isOurs) return `/${payload}`;
  return /^get_?started/i.test(payload) ? "/start" : label || payload;
}
