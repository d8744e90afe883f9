import * as z from "zod";
import type { Attachment } from "../../types/message.ts";
import { lenient, lenientFlag, lenientText } from "../kit/lenient.ts";
import { toAttachment } from "../kit/to-attachment.ts";
import { toContent } from "../kit/to-content.ts";
import { toForwarded, toQuoted } from "../kit/to-quoted.ts";

export const Id = z.string().regex(/^[\w.:=+/-]{1,256}$/);

const Media = z.object({
  id: Id,
  mime_type: lenientText,
  caption: lenientText,
  filename: lenientText,
});

const Reply = z.object({ id: z.string().max(300) });

/**
 * The content of a message
 * (https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/components#messages-object).
 */
export const CONTENT = {
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
  /** Where it comes from, and which message or product it replies to. */
  context: lenient(
    z.object({
      id: lenient(Id),
      forwarded: lenientFlag,
      frequently_forwarded: lenientFlag,
      referred_product: lenient(
        z.object({ catalog_id: z.string(), product_retailer_id: z.string() }),
      ),
    }),
  ),
  /** The advertisement that the person tapped. */
  referral: lenient(
    z.object({
      headline: lenientText,
      body: lenientText,
      source_url: lenientText,
    }),
  ),
  unsupported: lenient(z.object({ type: z.string() })),
};
const Content = z.object(CONTENT);
type Content = z.infer<typeof Content>;

/** The form of a message that cannot be read, e.g. `unsupported/poll`. */
export function formOf({ type, unsupported }: Content): string {
  return unsupported === undefined ? type : `${type}/${unsupported.type}`;
}

/**
 * A forwarded message is quoted: its text, even a command, is not its sender's.
 * `undefined` if nothing in it can be read.
 */
export function readContent(
  content: Content,
): ReturnType<typeof toContent> | undefined {
  const { interactive, context = {} } = content;
  const pressed = interactive?.button_reply?.id ?? interactive?.list_reply?.id;
  if (pressed !== undefined) return toContent(`/${pressed}`);
  const text = textOf(content);
  const attachments = attachmentsOf(content);
  if (text.trim() === "" && attachments.length === 0) return undefined;
  const reference = referenceOf(content);
  if (context.forwarded === true || context.frequently_forwarded === true) {
    const forwarded = [toForwarded({ text, attachments })];
    return toContent("", { forwarded, ...reference });
  }
  return toContent(text, { attachments, ...reference });
}

function referenceOf({
  context: { id: quotedId, referred_product: product } = {},
  referral: { headline, body, source_url } = {},
}: Content): Parameters<typeof toContent>[1] {
  const { product_retailer_id: item, catalog_id: catalog } = product ?? {};
  const shown =
    item === undefined
      ? [headline, body, source_url].filter(Boolean).join("\n")
      : `Product ${item} of the catalogue ${catalog}`;
  const quoted = shown === "" ? undefined : toQuoted({ text: shown });
  return { quoted, quotedId };
}

function textOf({
  text,
  button,
  location,
  image,
  video,
  document,
}: Content): string {
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
}: Content): Attachment[] {
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
