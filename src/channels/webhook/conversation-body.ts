import type { ConversationRecord, RecordedMessage } from "../../archive.ts";
import type { ConversationSettings } from "../../history.ts";
import type { IncomingMessage } from "../../message.ts";
import type { Turn } from "../../turn.ts";
import type {
  ConversationExport,
  ExportedMessage,
  OpenMessage,
} from "./schemas/conversation-export.ts";
import type { ConversationSettingsBody } from "./schemas/conversation-settings.ts";

/** The conversation as its caller names it, and the caller. */
export interface ConversationName {
  readonly id: string;
  readonly caller: string;
}

/** @param record with one message more than the page has, where there are more */
export function toConversationBody(
  { settings, messages, openTurns }: ConversationRecord,
  { name, limit }: { name: ConversationName; limit: number },
): ConversationExport {
  const page = messages.slice(-limit);
  const hasMore = messages.length > limit;
  return {
    ...toSettingsBody(settings, name),
    messages: page.map((message) => toExportedMessage(message, name)),
    previous: hasMore ? (page[0]?.sequence ?? null) : null,
    open_messages: openTurns.map((turn) => toOpenMessage(turn, name)),
  };
}

export function toSettingsBody(
  { instructions, metadata = {} }: ConversationSettings,
  { id }: ConversationName,
): ConversationSettingsBody {
  return { id, instructions: instructions ?? null, metadata };
}

export function toExportedMessage(
  { turn, role, text, at, sequence, author, metadata }: RecordedMessage,
  name: ConversationName,
): ExportedMessage {
  return {
    message_id: turn,
    role,
    text,
    at: new Date(at).toISOString(),
    sequence,
    ...toLabels({ author, metadata }, name),
  };
}

export function toOpenMessage(
  { id, status, message, reply, acceptedAt }: Turn,
  name: ConversationName,
): OpenMessage {
  const isFailed = status === "failed";
  return {
    message_id: id,
    status: isFailed || status === "accepted" ? status : "thinking",
    text: message.text,
    at: new Date(acceptedAt).toISOString(),
    ...(isFailed && reply !== undefined && { notice: reply }),
    ...toLabels(
      { author: message.author.id, metadata: message.metadata },
      name,
    ),
  };
}

/** A message without `user` was written by the caller. */
function toLabels(
  {
    author,
    metadata,
  }: {
    author: string | undefined;
    metadata: IncomingMessage["metadata"];
  },
  { caller }: ConversationName,
): Pick<ExportedMessage, "user" | "metadata"> {
  return {
    ...(author !== undefined && author !== caller && { user: author }),
    ...(metadata !== undefined && { metadata }),
  };
}
