import * as z from "zod";
import { lenientTimeZone } from "../../channels/kit/lenient.ts";
import { toAttachment } from "../../channels/kit/to-attachment.ts";
import { readJson } from "../../http/json-body.ts";
import type { Reading } from "../../http/problems.ts";
import {
  OptionalText,
  textField,
  withoutControls,
} from "../../http/schemas/fields.ts";
import type { Attachment } from "../../types/message.ts";
import {
  MAX_FILE_BYTES,
  MAX_FILES,
  MAX_TOTAL_BYTES,
} from "../../types/page.ts";

/** Fits files of `MAX_TOTAL_BYTES` in base64 and the longest text. */
const MAX_UPLOAD_BYTES = 3_000_000;
/** Twice the time that a slow mobile network needs. */
const UPLOAD_TIMEOUT_MS = 60_000;

const FileBody = z.strictObject({
  name: withoutControls(textField().min(1, "must not be empty").max(255)),
  /** Often empty: the browser guesses it by the file name. */
  type: textField().regex(
    /^(?:[\w.+-]{1,60}\/[\w.+-]{1,60})?$/,
    "must be a media type such as image/png",
  ),
  content: textField()
    .refine((text) => sizeOf(text) <= MAX_FILE_BYTES, "has more than 1 MB")
    .refine(
      (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text),
      "must be base64",
    ),
});

const FileBodies = z
  .array(FileBody)
  .max(MAX_FILES, `has more than ${MAX_FILES} files`)
  .refine(
    (files) =>
      files.reduce((sum, { content }) => sum + sizeOf(content), 0) <=
      MAX_TOTAL_BYTES,
    "has more than 2 MB in all",
  )
  .default([]);

const MessageBody = z
  .strictObject({
    id: z.uuid("must be a UUID"),
    text: OptionalText,
    files: FileBodies,
    /** Of an edit: the files of the edited message stay. */
    keeps_files: z.boolean().default(false),
    time_zone: lenientTimeZone,
  })
  .refine(
    ({ text, files, keeps_files: keepsFiles }) =>
      text.trim() !== "" || files.length > 0 || keepsFiles,
    { path: ["text"], message: "must not be empty" },
  );

interface WebMessage {
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly keepsFiles: boolean;
  readonly timeZone: string | undefined;
}

/** Reads the body of `POST /web/messages`. */
export async function readMessageBody(
  request: Request,
): Promise<Reading<WebMessage>> {
  const body = await readJson(request, MessageBody, {
    maxBytes: MAX_UPLOAD_BYTES,
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });
  if (body.kind === "refused") return body;
  const { files, time_zone: timeZone, ...message } = body.value;
  const { id, text, keeps_files: keepsFiles } = message;
  const attachments = files.map(toFile);
  const value = { id, text, attachments, keepsFiles, timeZone };
  return { kind: "read", value };
}

/** The number of decoded bytes. */
function sizeOf(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

function toFile({ name, type, content }: z.infer<typeof FileBody>): Attachment {
  const size = sizeOf(content);
  return { ...toAttachment({ mediaType: type, size }), name, content };
}
