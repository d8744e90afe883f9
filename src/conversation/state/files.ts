import type { AttachmentContent } from "../../channel.ts";
import type { IncomingMessage } from "../../message.ts";
import type { Piece } from "../../store.ts";
import { get, keys, toPiece, type PieceReader } from "./pieces.ts";

/**
 * Takes the files that came with a message out of it. They lie next to their turn, so that it is loaded without them, under keys by which
 * its attachments name them.
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

/** The names of the files that came with a message; none for what its channel keeps. */
export function nameFiles({ attachments }: IncomingMessage): readonly string[] {
  return attachments
    .filter(({ file }) => file?.startsWith(keys.files()) === true)
    .map(({ name = "" }) => name);
}

/** A file that came with a message, until that is answered. */
export async function readFile(
  store: PieceReader,
  file: string,
  { maxBytes }: { maxBytes: number },
): Promise<AttachmentContent> {
  const content = file.startsWith(keys.files())
    ? await get<string>(store, file)
    : undefined;
  if (content === undefined) return { kind: "gone" };
  const bytes = Uint8Array.from(atob(content), (unit) => unit.charCodeAt(0));
  return bytes.length > maxBytes
    ? { kind: "too-large" }
    : { kind: "fetched", bytes };
}
