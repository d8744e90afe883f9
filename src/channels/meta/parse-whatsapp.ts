import * as z from "zod";
import type { Attachment, IncomingMessage } from "../../message.ts";
import { withCommand } from "../find-command.ts";
import { lenient, lenientText } from "../lenient.ts";
import { parseEvents, type ParsedEvents } from "../parse-events.ts";
import { cutName, toAttachment } from "../to-attachment.ts";

const Id = z.string().regex(/^[\w.:=+/-]{1,256}$/);

const Media = z.object({
  id: Id,
  mime_type: lenient(z.string().max(100)),
  caption: lenientText,
  filename: lenientText,
});

const Reply = z.object({ id: z.string().max(300) });

/** https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/components#messages-object */
const Message = z.object({
  from: z.string().regex(/^\d{1,20}$/),
  id: Id,
  type: z.string(),
  text: lenient(z.object({ body: z.string() })),
  image: lenient(Media),
  audio: lenient(Media),
  video: lenient(Media),
  sticker: lenient(Media),
  document: lenient(Media),
  interactive: lenient(
    z.object({
      button_reply: lenient(Reply),
      list_reply: lenient(Reply),
    }),
  ),
  button: lenient(z.object({ text: z.string() })),
  contacts: lenient(z.array(z.unknown())),
  order: lenient(z.unknown()),
  location: lenient(
    z.object({
      latitude: z.number(),
      longitude: z.number(),
      name: lenientText,
      address: lenientText,
    }),
  ),
});

const Value = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  contacts: lenient(
    z.array(
      z.object({
        wa_id: z.string(),
        profile: lenient(z.object({ name: lenientText })),
      }),
    ),
  ),
  messages: z.array(z.unknown()).optional(),
});

/** A message with the contacts of its delivery. */
const Received = z.object({ message: Message, contacts: Value.shape.contacts });

const Delivery = z.object({
  entry: z.array(
    z.object({
      changes: z.array(z.object({ field: z.string(), value: z.unknown() })),
    }),
  ),
});

export type Message = z.infer<typeof Message>;
export type Value = z.infer<typeof Value>;

/** Parses all messages of a delivery to this number. Never throws. */
export function parseWhatsApp(
  source: unknown,
  { phoneNumberId }: { phoneNumberId: string },
): ParsedEvents {
  const { data } = Delivery.safeParse(source);
  const received = data?.entry
    .flatMap(({ changes }) => changes)
    .filter(({ field }) => field === "messages")
    .flatMap(({ value }): unknown[] => {
      const parsed = Value.safeParse(value).data;
      // Counts as a malformed message.
      if (parsed === undefined) return [undefined];
      const { metadata, messages = [], contacts } = parsed;
      // Another number of the same account is another bot's.
      return metadata.phone_number_id === phoneNumberId
        ? messages.map((message) => ({ message, contacts }))
        : [];
    });
  return parseEvents(received, { schema: Received, toMessage });
}

function toMessage({
  message,
  contacts = [],
}: z.infer<typeof Received>): IncomingMessage | undefined {
  const { from, id } = message;
  const { interactive } = message;
  const pressed = interactive?.button_reply?.id ?? interactive?.list_reply?.id;
  const text = pressed === undefined ? textOf(message) : `/${pressed}`;
  const attachments = attachmentsOf(message);
  // A reaction or an unsupported message.
  if (text.trim() === "" && attachments.length === 0) return undefined;
  const name = contacts.find(({ wa_id }) => wa_id === from)?.profile?.name;
  return {
    id,
    conversation: `whatsapp:${from}`,
    channel: "whatsapp",
    author: {
      id: from,
      ...(name !== undefined && { name: cutName(name) }),
    },
    ...withCommand(text),
    attachments,
    replyTo: { chat: from, message: id },
  };
}

function textOf({
  text,
  button,
  location,
  image,
  video,
  document,
}: Message): string {
  if (location !== undefined)
    return [
      location.name,
      location.address,
      `${location.latitude}, ${location.longitude}`,
    ]
      .filter(Boolean)
      .join("\n");
  const caption = image?.caption ?? video?.caption ?? document?.caption;
  return text?.body ?? button?.text ?? caption ?? "";
}

function attachmentsOf({
  image,
  audio,
  video,
  sticker,
  document,
  contacts,
  order,
}: Message): Attachment[] {
  if (contacts !== undefined || order !== undefined) return [{ kind: "other" }];
  const media: [Attachment["kind"], z.infer<typeof Media> | undefined][] = [
    ["photo", image],
    ["voice", audio],
    ["document", document],
    ["other", video],
    ["other", sticker],
  ];
  return media.flatMap(([kind, found]) =>
    found === undefined
      ? []
      : toAttachment({
          kind,
          file: found.id,
          mediaType: found.mime_type,
          name: found.filename,
        }),
  );
}
