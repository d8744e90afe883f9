import * as z from "zod";
import { lenient, lenientList } from "../kit/lenient.ts";
import { toContent } from "../kit/to-content.ts";
import { File, toAttachments } from "./attachments.ts";
import { readBlocks } from "./read-blocks.ts";
import { readShares } from "./read-shares.ts";
import { readText, withoutLeadingMention } from "./read-text.ts";

export const CONTENT = {
  text: z.string().default(""),
  files: lenientList(File),
  /** Shared messages and previews of links; see `readShares`. */
  attachments: lenient(z.array(z.unknown())),
  blocks: lenient(z.array(z.unknown())),
};
const Content = z.object(CONTENT);
type Content = z.infer<typeof Content>;

/**
 * Reads text, files and shared messages. `undefined` if there is nothing that
 * can be read.
 * @param bot its id
 */
export function readContent(
  { text, files = [], attachments: shared, blocks }: Content,
  bot: string,
): ReturnType<typeof toContent> | undefined {
  const written = text.trim() === "" ? readBlocks(blocks) : text;
  const readable = readText(withoutLeadingMention(written, bot));
  const attachments = toAttachments(files);
  const forwarded = readShares(shared, { bot });
  const isNothing = attachments.length === 0 && forwarded.length === 0;
  if (readable.trim() === "" && isNothing) return undefined;
  return toContent(readable, { attachments, forwarded });
}

/** The names of what a message has besides text. */
export function formsOf({ files, attachments, blocks }: Content): string[] {
  return Object.entries({ files, attachments, blocks })
    .filter(([, list = []]) => list.length > 0)
    .map(([name]) => name);
}
