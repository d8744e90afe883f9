import type {
  Attachment,
  IncomingMessage,
  QuotedMessage,
} from "../../types/message.ts";
import { findCommand } from "./find-command.ts";

/** What a message says, without empty fields; its text may be a command. */
export function toContent(
  text: string,
  {
    attachments = [],
    quoted,
    quotedId,
    forwarded = [],
  }: {
    attachments?: readonly Attachment[];
    quoted?: QuotedMessage | undefined;
    quotedId?: string | undefined;
    forwarded?: readonly QuotedMessage[];
  } = {},
): Pick<
  IncomingMessage,
  "text" | "command" | "attachments" | "quoted" | "quotedId" | "forwarded"
> {
  const command = findCommand(text);
  return {
    text,
    ...(command !== undefined && { command }),
    attachments,
    ...(quoted !== undefined && { quoted }),
    ...(quotedId !== undefined && { quotedId }),
    ...(forwarded.length > 0 && { forwarded }),
  };
}
