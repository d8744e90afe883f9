import { asObject, parseJson } from "../../text/json.ts";
import type { Archive, RecordedMessage } from "../../types/archive.ts";
import type { Problem } from "../../types/problem.ts";
import type { Session } from "./web-access.ts";

/** The most labels that a conversation's settings hold; each is a title. */
const TITLES_PER_LIST = 16;
const LISTS = 3;

/** The most conversations per visitor; their numbers start at 0. */
export const MAX_CONVERSATIONS = TITLES_PER_LIST * LISTS;

export const MAX_TITLE_LENGTH = 100;

export interface ListedConversation {
  readonly number: number;
  readonly title: string;
  /** When it was listed or renamed, in epoch milliseconds. */
  readonly at: number;
}

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

/**
 * A visitor's conversations, newest first. Their titles are stored as labels of
 * separate conversations without messages.
 */
export async function listConversations(
  archive: Pick<Archive, "read">,
  session: Session,
): Promise<readonly ListedConversation[]> {
  const records = await Promise.all(
    Array.from({ length: LISTS }, async (_, index) =>
      archive.read(await session.listName(index), { newest: 1 }),
    ),
  );
  return records
    .flatMap((record) => Object.entries(record?.settings.metadata ?? {}))
    .flatMap(([key, value]) => {
      const number = parseNumber(key);
      const { title, at } = asObject(parseJson(value));
      return number !== undefined &&
        typeof title === "string" &&
        typeof at === "number"
        ? [{ number, title, at }]
        : [];
    })
    .toSorted((one, other) => other.at - one.at);
}

/** Lists a conversation under a title; `undefined` unlists it. */
export async function setTitle(
  archive: Pick<Archive, "changeSettings">,
  session: Session,
  {
    number,
    title,
    at,
  }: { number: number; title: string | undefined; at: number },
): Promise<void> {
  const list = await session.listName(Math.floor(number / TITLES_PER_LIST));
  const value = title === undefined ? null : JSON.stringify({ title, at });
  await archive.changeSettings(list, { metadata: { [number]: value } });
}

const EXPORT_PAGE = 500;
const MAX_EXPORTED = 5_000;

/** The newest 5,000 messages, oldest first. */
export async function readForExport(
  archive: Pick<Archive, "read">,
  conversation: string,
): Promise<readonly RecordedMessage[]> {
  let messages: readonly RecordedMessage[] = [];
  while (messages.length < MAX_EXPORTED) {
    const before = messages[0]?.sequence;
    const record = await archive.read(conversation, {
      newest: EXPORT_PAGE,
      includesUnanswered: true,
      ...(before !== undefined && { before }),
    });
    const older = record?.messages ?? [];
    messages = [...older, ...messages];
    if (older.length < EXPORT_PAGE) break;
  }
  return messages;
}

export function toMarkdown(
  messages: readonly RecordedMessage[],
  { title, botName }: { title: string; botName: string },
): string {
  const sections = messages.map(
    ({ role, text, note = "", at }) =>
      `## ${role === "user" ? "You" : botName} (${new Date(at).toISOString()})\n\n${text}${note}\n`,
  );
  return [`# ${title.replaceAll(/\s+/g, " ")}\n`, ...sections].join("\n");
}
