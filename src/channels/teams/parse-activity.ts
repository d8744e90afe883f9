import * as z from "zod";
import type { Attachment, IncomingMessage } from "../../types/message.ts";
import { lenient, lenientText, lenientTimeZone } from "../kit/lenient.ts";
import { conversationOf, placeOf } from "../kit/place.ts";
import { toAttachment } from "../kit/to-attachment.ts";
import { toContent } from "../kit/to-content.ts";
import { toNames } from "../kit/to-names.ts";
import { withUnreadForm } from "../kit/unread-form.ts";
import { readQuotes } from "./read-quotes.ts";

const Id = z.string().regex(/^[!-~]{1,400}$/);
const MAX_FILES = 10;
/** Long, because URLs of files include a token. */
const Url = z.string().max(4_000);

const Mention = z.object({
  type: z.literal("mention"),
  mentioned: z.object({ id: Id, name: lenientText }),
  /** Some clients leave it out. */
  text: lenient(z.string().min(1)),
});

/** https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-api-reference#activity-object */
export const Activity = z.object({
  type: z.string().max(100),
  id: lenient(Id),
  timestamp: lenient(z.string().max(50)),
  channelId: lenientText,
  serviceUrl: z.string().max(1_000),
  locale: lenient(z.string().max(35)),
  localTimezone: lenientTimeZone,
  from: lenient(
    z.object({
      id: Id,
      name: lenientText,
      aadObjectId: lenient(Id),
      role: lenientText,
    }),
  ),
  recipient: lenient(z.object({ id: Id })),
  conversation: lenient(
    z.object({
      id: Id,
      conversationType: lenientText,
      tenantId: lenientText,
    }),
  ),
  text: lenientText,
  replyToId: lenient(Id),
  /** The command of a pressed button. */
  value: lenient(z.object({ command: z.string().min(1).max(100) })),
  entities: lenient(z.array(z.unknown())),
  attachments: lenient(
    z.array(
      z.object({
        contentType: z.string().max(200),
        contentUrl: lenient(Url),
        name: lenientText,
        /** Of a file; else see `readQuotes`. */
        content: lenient(
          z.union([
            z.string(),
            z.looseObject({
              downloadUrl: lenient(Url),
              fileType: lenientText,
            }),
          ]),
        ),
      }),
    ),
  ),
  channelData: lenient(
    z.object({
      eventType: lenientText,
      tenant: lenient(z.object({ id: z.string() })),
    }),
  ),
});
export type Activity = z.infer<typeof Activity>;

/**
 * The message in an activity, if it is for the bot: any in a private chat; in
 * groups and channels, those that mention the bot or press its buttons. Never
 * throws.
 */
export function parseActivity(activity: Activity): IncomingMessage | undefined {
  const { type, id, from, recipient, conversation, channelData } = activity;
  const isEdit =
    type === "messageUpdate" && channelData?.eventType === "editMessage";
  if (type !== "message" && !isEdit) return undefined;
  if (id === undefined || from === undefined || conversation === undefined)
    return undefined;
  // Prevents endless conversations between bots.
  if (from.role === "bot" || from.id === recipient?.id) return undefined;
  const isPersonal = conversation.conversationType === "personal";
  const pressed = activity.value?.command;
  const mentions = mentionsOf(activity);
  const isMentioned = mentions.some(
    ({ mentioned }) => mentioned.id === recipient?.id,
  );
  if (!isPersonal && !isMentioned && pressed === undefined) return undefined;
  const text =
    pressed === undefined
      ? readText(activity.text ?? "", { mentions, bot: recipient?.id })
      : `/${pressed}`;
  const attachments = attachmentsOf(activity);
  const referred = readQuotes(activity, recipient?.id);
  const content = toContent(text, { attachments, ...referred });
  if (isEdit && content.command !== undefined) return undefined;
  const base = {
    id: isEdit ? `${id}/${activity.timestamp ?? "edit"}` : id,
    ...locate(activity, { message: id, to: conversation.id, isPersonal }),
    author: authorOf(from, activity),
  };
  const isNothing =
    text === "" &&
    attachments.length === 0 &&
    Object.keys(referred).length === 0;
  if (isNothing) {
    const form = isEdit ? undefined : formOf(activity);
    if (form !== undefined) return withUnreadForm(base, form);
    if (!isMentioned) return undefined;
  }
  return {
    ...base,
    ...content,
    ...(isEdit && { isEdit }),
    ...(pressed !== undefined &&
      activity.replyToId !== undefined && { pressedBelow: activity.replyToId }),
  };
}

export function tenantOf(activity: Activity): string | undefined {
  return activity.channelData?.tenant?.id ?? activity.conversation?.tenantId;
}

/**
 * Each private or group chat is one conversation, and so is each thread of a
 * channel: `19:…@thread.tacv2;messageid=1481567603816`.
 */
function locate(
  { serviceUrl }: Activity,
  {
    message,
    to,
    isPersonal,
  }: { message: string; to: string; isPersonal: boolean },
): ReturnType<typeof placeOf> {
  const [chat = to, thread] = to.split(";messageid=");
  const kind = isPersonal ? "personal" : "group";
  const service = serviceUrl.replace(/\/+$/, "");
  return {
    ...placeOf(
      "teams",
      { chat, to, message, service, kind },
      { isGroup: !isPersonal },
    ),
    conversation: conversationOf("teams", chat, thread),
  };
}

function authorOf(
  { id, name, aadObjectId }: NonNullable<Activity["from"]>,
  { locale: language, localTimezone: timeZone }: Activity,
): IncomingMessage["author"] {
  return {
    id: aadObjectId ?? id,
    ...toNames({ name, language }),
    ...(timeZone !== undefined && { timeZone }),
  };
}

function mentionsOf({ entities = [] }: Activity) {
  return entities.slice(0, 100).flatMap((entity) => {
    const { data } = Mention.safeParse(entity);
    return data === undefined ? [] : [data];
  });
}

/** Removes mentions of the bot, and shows others by name. */
function readText(
  source: string,
  {
    mentions,
    bot,
  }: { mentions: readonly z.infer<typeof Mention>[]; bot: string | undefined },
): string {
  let text = source;
  for (const { mentioned, text: written } of mentions)
    if (mentioned.id === bot)
      text = text.replace(written ?? `<at>${mentioned.name}</at>`, "");
  return text
    .replaceAll(/<quoted\b[^<>]*>/g, "")
    .replaceAll(/<at(?: id="\d+")?>([^<>]*)<\/at>/g, "@$1")
    .replaceAll("&nbsp;", " ")
    .trim();
}

const FILE = "application/vnd.microsoft.teams.file.download.info";

/** Ignores cards, and the copy of the text as HTML. */
function attachmentsOf({ attachments = [] }: Activity): Attachment[] {
  return attachments
    .flatMap(({ contentType, contentUrl, name, content }) => {
      if (contentType === FILE) {
        const { fileType = "", downloadUrl: file } =
          typeof content === "object" ? content : {};
        const kind = PICTURES.test(fileType) ? "photo" : "document";
        return toAttachment({ kind, file, name });
      }
      if (!contentType.startsWith("image/")) return [];
      // Pasted pictures have the type `image/*`.
      const mediaType = contentType.endsWith("*") ? undefined : contentType;
      return toAttachment({ kind: "photo", file: contentUrl, mediaType, name });
    })
    .slice(0, MAX_FILES);
}

/**
 * What an activity has that is not read, e.g. a card; `undefined` if it has
 * only the copy of the text.
 */
function formOf({ attachments = [] }: Activity): string | undefined {
  return attachments.find(
    ({ contentType, content }) =>
      contentType !== "text/html" ||
      (typeof content === "string" && /<img\b/i.test(content)),
  )?.contentType;
}

/** Uploaded files have a file extension in place of a media type. */
const PICTURES = /^(?:png|jpe?g|gif|webp)$/i;
