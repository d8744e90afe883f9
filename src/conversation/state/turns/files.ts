import { fromBase64 } from "../../../runtime/bytes.ts";
import type { AttachmentContent } from "../../../types/channel.ts";
import type { IncomingMessage } from "../../../types/message.ts";
import type { Piece } from "../../../types/store.ts";
import { get, keys, toPiece, type PieceReader } from "../pieces.ts";

/**
 * Moves a message's files into pieces of their own, so that its turn is loaded
 * without them. The attachments refer to them by key.
 */
export function separateFiles(
  message: IncomingMessage,
  number: number,
): { message: IncomingMessage; files: readonly Piece[] } {
  const files: Piece[] = [];
  const attachments = message.attachments.map((attachment, index) => {
    const { content, ...rest } = attachment;
    if (content === undefined) return attachment;
    const key = keys.file(number, index);
    files.push(toPiece(key, content));
    return { ...rest, file: key };
  });
  return files.length === 0
    ? { message, files }
    : { message: { ...message, attachments }, files };
}

/**
 * The names of files that came with a message; not those that its channel
 * stores.
 */
export function nameFiles({ attachments }: IncomingMessage): readonly string[] {
  return attachments
    .filter(({ file }) => file?.startsWith(keys.files()) === true)
    .map(({ name = "" }) => name);
}

/**
 * A file that came with a message, by its attachment's `file`; `gone` once the
 * message is answered.
 */
export async function fetchAttachment(
  { store }: { store: PieceReader },
  file: string,
  { maxBytes }: { maxBytes: number },
): Promise<AttachmentContent> {
  const content = file.startsWith(keys.files())
    ? await get<string>(store, file)
    : undefined;
  const bytes = content === undefined ? content : fromBase64(content);
  if (bytes === undefined) return { kind: "gone" };
  return bytes.length > maxBytes
    ? { kind: "too-large" }
    : { kind: "fetched", bytes };
}
