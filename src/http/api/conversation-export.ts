import type {
  Archive,
  ConversationRecord,
  RecordedMessage,
} from "../../types/archive.ts";
import type { ConversationSettings } from "../../types/history.ts";
import type { IncomingMessage } from "../../types/message.ts";
import type { Turn } from "../../types/turn.ts";
import { toOrigin } from "../reply-body.ts";
import type {
  ConversationExport,
  ConversationSettingsBody,
  ExportedLine,
  ExportedMessage,
  OpenMessage,
} from "./schemas/conversation.ts";

/** A conversation by the caller's name for it. */
interface ConversationName {
  readonly id: string;
  readonly caller: string;
}

/**
 * @param record up to `limit + 1` messages: the extra one shows that there are
 * more
 */
export function toConversationBody(
  { settings, messages, openTurns }: ConversationRecord,
  { name, limit }: { name: ConversationName; limit: number },
): ConversationExport {
  const page = messages.slice(-limit);
  const shown = page.filter(isSaid);
  const hasMore = messages.length > limit;
  return {
    ...toSettingsBody(settings, name),
    messages: shown.map((message) => toExportedMessage(message, name)),
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

/** False for the empty answer to a question that was stopped before it. */
function isSaid({ role, text }: RecordedMessage): boolean {
  return role === "user" || text !== "";
}

function toExportedMessage(
  { turn, role, text, at, sequence, author, metadata, origin }: RecordedMessage,
  name: ConversationName,
): ExportedMessage {
  return {
    message_id: turn,
    role,
    ...toOrigin(origin),
    text,
    at: new Date(at).toISOString(),
    sequence,
    ...(origin === undefined && toLabels(author, metadata, name)),
  };
}

function toOpenMessage(
  { id, status, message, reply, acceptedAt }: Turn,
  name: ConversationName,
): OpenMessage {
  const isFailed = status === "failed";
  return {
    message_id: id,
    ...(message.origin && { origin: message.origin.kind }),
    status: isFailed || status === "accepted" ? status : "thinking",
    text: message.text,
    at: new Date(acceptedAt).toISOString(),
    ...(isFailed && reply !== undefined && { notice: reply }),
    ...toLabels(message.author.id, message.metadata, name),
  };
}

/** The author is the caller itself if the message named no `user`. */
function toLabels(
  author: string,
  metadata: IncomingMessage["metadata"],
  { caller }: ConversationName,
): Pick<ExportedMessage, "user" | "metadata"> {
  return {
    ...(author !== caller && { user: author }),
    ...(metadata !== undefined && { metadata }),
  };
}

/**
 * Even with messages of maximum length, a page fits into one storage response.
 */
const PAGE = 100;

/**
 * Streams a whole conversation as JSONL, a page per read. The stream fails if
 * what was written is deleted or edited meanwhile. `undefined` if there is none.
 */
export async function exportLines(
  conversation: string,
  { name, archive }: { name: ConversationName; archive: Archive },
): Promise<ReadableStream<Uint8Array> | undefined> {
  const first = await archive.read(conversation, {
    oldest: PAGE,
    includesUnanswered: true,
  });
  if (first === undefined) return undefined;
  const pages = writePages(first, { conversation, name, archive });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pages.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pages.return();
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Includes messages that arrive meanwhile. Open messages come from the last
 * page read, so none is listed twice.
 */
async function* writePages(
  first: ConversationRecord,
  {
    conversation,
    name,
    archive,
  }: { conversation: string; name: ConversationName; archive: Archive },
): AsyncGenerator<Uint8Array, void> {
  yield toLines([
    { type: "conversation", ...toSettingsBody(first.settings, name) },
  ]);
  let page = first;
  for (;;) {
    yield toLines(
      page.messages.filter(isSaid).map((message) => ({
        type: "message",
        ...toExportedMessage(message, name),
      })),
    );
    const last = page.messages.at(-1);
    if (last === undefined || page.messages.length < PAGE) break;
    const next = await archive.read(conversation, {
      oldest: PAGE + 1,
      after: last.sequence - 1,
      includesUnanswered: true,
    });
    // Pages overlap by one message. If it is missing, it was edited, or the
    // conversation was deleted, even if a new one has begun.
    const [known, ...messages] = next?.messages ?? [];
    if (
      next === undefined ||
      known?.turn !== last.turn ||
      known.sequence !== last.sequence
    )
      throw new Error("The conversation has changed while it was exported.");
    page = { ...next, messages };
  }
  yield toLines(
    page.openTurns.map((turn) => ({
      type: "open_message",
      ...toOpenMessage(turn, name),
    })),
  );
}

function toLines(lines: readonly ExportedLine[]): Uint8Array {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  return new TextEncoder().encode(text);
}
