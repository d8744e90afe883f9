import type {
  Archive,
  ConversationRecord,
  RecordedMessage,
} from "../../types/archive.ts";
import type { Problem } from "../../types/problem.ts";

/** The most conversations per visitor; their numbers start at 0. */
export const MAX_CONVERSATIONS = 48;

export const UNKNOWN_CONVERSATION: Problem = {
  status: 404,
  slug: "unknown-conversation",
  title: "There is no such conversation",
  detail: `Conversations have numbers from 0 to ${MAX_CONVERSATIONS - 1}.`,
};

/**
 * The query parameter `conversation`, 0 by default; `undefined` if it is no
 * valid number.
 */
export function conversationNumberOf(request: Request): number | undefined {
  return parseNumber(
    new URL(request.url).searchParams.get("conversation") ?? "0",
  );
}

export function parseNumber(text: string): number | undefined {
  if (!/^\d{1,2}$/.test(text)) return undefined;
  const number = Number(text);
  return number < MAX_CONVERSATIONS ? number : undefined;
}

/** Messages that are read and shown at once: some have 32,000 characters. */
const PAGE = 200;

/** The newest ones of a conversation: a search looks through these. */
export const SEARCHED_MESSAGES = 1_000;

/** The newest messages, about `limit`, oldest first. */
export async function readNewest(
  archive: Pick<Archive, "read">,
  conversation: string,
  limit: number,
): Promise<readonly RecordedMessage[]> {
  const pages = await Array.fromAsync(readPages(archive, conversation, limit));
  return pages.toReversed().flatMap(({ messages }) => messages);
}

/** The same in pages, the newest one first; none if there is no conversation. */
export async function* readPages(
  archive: Pick<Archive, "read">,
  conversation: string,
  limit: number,
): AsyncGenerator<ConversationRecord, void> {
  let before: number | undefined;
  for (let read = 0; read < limit; read += PAGE) {
    const record = await archive.read(conversation, {
      newest: PAGE,
      includesUnanswered: true,
      ...(before !== undefined && { before }),
    });
    if (record === undefined) return;
    yield record;
    const { messages } = record;
    if (messages.length < PAGE) return;
    before = messages[0]?.sequence;
  }
}

const SPEAKERS = {
  operator: "The team",
  schedule: "Reminder",
  unattended: "The team",
};

export function toMarkdown(
  messages: readonly RecordedMessage[],
  { title, botName }: { title: string; botName: string },
): string {
  const sections = messages.map(({ role, text, note = "", at, origin }) => {
    const speaker = role === "user" ? "You" : botName;
    const said = origin === undefined ? speaker : SPEAKERS[origin.kind];
    return `## ${said} (${new Date(at).toISOString()})\n\n${text}${note}\n`;
  });
  return [`# ${title.replaceAll(/\s+/g, " ")}\n`, ...sections].join("\n");
}
