import { foldText } from "../../text/text.ts";
import type { Archive, RecordedMessage } from "../../types/archive.ts";
import type { FoundMessage } from "../../types/page.ts";
import type { ListedConversation } from "../../types/titles.ts";
import { readPages, SEARCHED_MESSAGES } from "./conversations.ts";

const MAX_MATCHES = 30;
/** Each reads its own storage. */
const CONCURRENT_CONVERSATIONS = 6;
const BEFORE = 50;
const AFTER = 110;

/**
 * Searches what a visitor and the bot said to each other, newest messages
 * first. Each word may be part of another, so that it works for scripts without
 * spaces; case and width do not matter.
 */
export async function searchConversations(
  query: string,
  {
    conversations,
    conversationName,
    archive,
  }: {
    conversations: readonly ListedConversation[];
    /** The name of the visitor's conversation with this number. */
    conversationName: (number: number) => Promise<string>;
    archive: Pick<Archive, "read">;
  },
): Promise<readonly FoundMessage[]> {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const matches: FoundMessage[] = [];
  const left = [...conversations];
  const searchNext = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { number } = next;
      const name = await conversationName(number);
      // Page by page, as all of a conversation may be large.
      for await (const page of readPages(archive, name, SEARCHED_MESSAGES))
        matches.push(...findIn(page.messages, { number, words }));
    }
  };
  await Promise.all(
    Array.from({ length: CONCURRENT_CONVERSATIONS }, searchNext),
  );
  return matches
    .toSorted((one, other) => other.at - one.at)
    .slice(0, MAX_MATCHES);
}

function findIn(
  messages: readonly RecordedMessage[],
  { number, words }: { number: number; words: readonly string[] },
): readonly FoundMessage[] {
  return messages.flatMap(({ turn, role, at, said, text }) => {
    const excerpt = findExcerpt(said?.text ?? text, words);
    return excerpt === undefined ? [] : { number, turn, role, excerpt, at };
  });
}

function findExcerpt(
  text: string,
  words: readonly string[],
): string | undefined {
  const folded = foldText(text);
  if (!words.every((word) => folded.includes(word))) return undefined;
  // Folding may change the length, so the place is approximate.
  const place = folded.indexOf(words[0] ?? "");
  const start = Math.max(0, Math.min(place, text.length) - BEFORE);
  const end = Math.min(text.length, place + AFTER);
  const shown = text.slice(start, end).toWellFormed().replaceAll(/\s+/g, " ");
  return `${start > 0 ? "…" : ""}${shown.trim()}${end < text.length ? "…" : ""}`;
}
