import * as z from "zod";
import type { IncomingMessage } from "../../types/message.ts";
import {
  lenient,
  lenientFlag,
  lenientList,
  lenientText,
} from "../kit/lenient.ts";
import { parseEvents, type ParsedEvents } from "../kit/parse-events.ts";
import { placeOf } from "../kit/place.ts";
import { toContent } from "../kit/to-content.ts";
import { toEcho } from "../kit/to-echo.ts";
import { toNames } from "../kit/to-names.ts";
import { withUnreadForm } from "../kit/unread-form.ts";
import { CONTENT, formOf, Id, readContent } from "./read-whatsapp.ts";

/**
 * A person's phone number or, if they hide it behind a username, their id for
 * this business
 * (https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids).
 */
const PhoneNumber = z.string().regex(/^\d{1,20}$/);
const UserId = z.string().regex(/^[A-Z]{2}\.[\w.]{1,150}$/);

const Message = z
  .object({
    from: lenient(PhoneNumber),
    from_user_id: lenient(UserId),
    id: Id,
    /** Seconds since 1970. */
    timestamp: lenientText,
    ...CONTENT,
  })
  .refine(({ from, from_user_id }) => (from ?? from_user_id) !== undefined);

const Value = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  contacts: lenient(
    z.array(
      z.object({
        wa_id: lenientText,
        user_id: lenientText,
        profile: lenient(
          z.object({ name: lenientText, username: lenientText }),
        ),
      }),
    ),
  ),
  messages: z.array(z.unknown()).optional(),
  /**
   * What the business wrote in its app
   * (https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/smb_message_echoes).
   */
  message_echoes: lenientList(z.looseObject({})),
});

/** A message with the contacts of its delivery. */
const Received = z.object({
  message: Message,
  contacts: Value.shape.contacts,
  isEcho: lenientFlag,
});

const Delivery = z.object({
  entry: z.array(
    z.object({
      changes: z.array(z.object({ field: z.string(), value: z.unknown() })),
    }),
  ),
});

export type Message = z.infer<typeof Message>;
export type Value = z.infer<typeof Value>;

const FIELDS = ["messages", "smb_message_echoes"];

/**
 * Parses all messages of a delivery to this number. Never throws.
 * @param options.oldest time of the oldest message to take, in milliseconds
 * since 1970
 */
export function parseWhatsApp(
  source: unknown,
  { phoneNumberId, oldest }: { phoneNumberId: string; oldest: number },
): ParsedEvents {
  const { data } = Delivery.safeParse(source);
  const received = data?.entry
    .flatMap(({ changes }) => changes)
    .filter(({ field }) => FIELDS.includes(field))
    .flatMap(({ value }): unknown[] => {
      const parsed = Value.safeParse(value).data;
      // Counts as a malformed message.
      if (parsed === undefined) return [undefined];
      const { metadata, contacts } = parsed;
      const { messages = [], message_echoes: echoes = [] } = parsed;
      // Another number of the same account is another bot's.
      if (metadata.phone_number_id !== phoneNumberId) return [];
      return [
        ...messages.map((message) => ({ message, contacts })),
        ...echoes.map((echo) => ({ message: toAddressee(echo), isEcho: true })),
      ];
    });
  return parseEvents(received, {
    schema: Received,
    toMessage,
    isOutdated: ({ message: { timestamp } }) =>
      Number(timestamp) * 1_000 < oldest,
  });
}

/** Of an echo, the person is who it is to. */
function toAddressee(echo: Readonly<Record<string, unknown>>): object {
  return { ...echo, from: echo["to"], from_user_id: echo["to_user_id"] };
}

/** These say nothing to the bot: they change or rate earlier messages. */
const NOTICES = ["reaction", "system", "edit", "revoke"];

function toMessage({
  message,
  contacts = [],
  isEcho,
}: z.infer<typeof Received>): IncomingMessage | undefined {
  const { from, from_user_id, id, type } = message;
  const person = from ?? from_user_id;
  if (person === undefined || NOTICES.includes(type)) return undefined;
  if (isEcho === true)
    return toEcho("whatsapp", { id, chat: person, ...readContent(message) });
  const { name, username } =
    contacts.find(({ wa_id, user_id }) => [wa_id, user_id].includes(person))
      ?.profile ?? {};
  const base = {
    id,
    author: {
      id: person,
      ...toNames({ name, username: username?.replace(/^@/, "") }),
    },
    ...placeOf("whatsapp", { chat: person, message: id }),
  };
  // The person has opened the chat.
  if (type === "request_welcome") return { ...base, ...toContent("/start") };
  const read = readContent(message);
  return read === undefined
    ? withUnreadForm(base, formOf(message))
    : { ...base, ...read };
}
