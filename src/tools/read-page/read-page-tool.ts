import * as z from "zod";
import { createTimeLimit } from "../../runtime/abort.ts";
import { hostNames } from "../../settings/fields.ts";
import { setting } from "../../settings/setting.ts";
import { ToolError } from "../../types/errors.ts";
import type { Tool } from "../../types/tool.ts";
import {
  checkPage,
  fetchPage,
  type PageBody,
  type PagePermission,
} from "./fetch-page.ts";
import type { PageText } from "./parse-html.ts";

export const READ_PAGE_SETTINGS = { READ_PAGE_HOSTS: setting(hostNames, []) };

export interface ReadPageOptions {
  /**
   * Hosts whose pages may be read without a search; `*.example.com` matches all
   * subdomains.
   */
  readonly hosts: readonly string[];
  /** The program's name and contact. */
  readonly userAgent: string;
  readonly timeoutMs?: number;
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * In UTF-16 units. With title and note it stays below the executor's limit of
 * an observation.
 */
const MAX_PASSAGE_LENGTH = 3_500;
const MAX_TITLE_LENGTH = 200;

const input = z.object({
  url: z
    .string()
    .trim()
    .min(1)
    .describe("The page's address, exactly as the search gave it"),
  start: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe("Where to read on, as the passage before says"),
});

/**
 * Reads a page in passages. The page must be on one of the hosts or shown by a
 * result in this conversation.
 */
export function createReadPageTool({
  hosts,
  userAgent,
  timeoutMs = 10_000,
  fetch = globalThis.fetch,
}: ReadPageOptions): Tool<typeof input> {
  const fetchWithin = async (
    page: URL,
    permission: PagePermission,
    signal: AbortSignal,
  ): Promise<PageBody> => {
    using limit = createTimeLimit({ ms: timeoutMs, signal });
    const options = { permission, userAgent, fetch, signal: limit.signal };
    try {
      return await fetchPage(page, options);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ToolError) throw error;
      throw new ToolError(
        limit.isOver
          ? `The site did not send the page within ${timeoutMs / 1000} seconds. Use another page.`
          : "The site could not be reached. Use another page.",
      );
    }
  };

  return {
    name: "read_page",
    description: `Reads a page that a result or the user named${alsoHosts(hosts)}, when a few sentences are not enough. Input: its address.`,
    input,
    isPublic: true,
    async run({ url: address, start = 0 }, { signal, wasShown }) {
      const permission = { hosts, wasShown };
      const page = await requireAllowed(address, permission);
      const body = await fetchWithin(page, permission, signal);
      // Loaded on demand, since few turns read a page.
      const { toPageText } = await import("./page-text.ts");
      const read = await toPageText(body);
      const title =
        takePassage(read.title, { start: 0, maxLength: MAX_TITLE_LENGTH })
          .text || body.url.host;
      return {
        text: `${title}\n\n${writePassage(read, start)}`,
        sources: [{ title, url: body.url.href }],
      };
    },
  };
}

async function requireAllowed(
  address: string,
  permission: PagePermission,
): Promise<URL> {
  const check = await checkPage(address, permission);
  if (check.kind === "public") return check.url;
  throw new ToolError(
    check.kind === "refused"
      ? `This page cannot be read: its address ${check.reason}.`
      : `Only pages that a search result or the user named can be read${alsoHosts(permission.hosts)}. Give an address exactly as it is there, or search first.`,
  );
}

function writePassage({ text, isCut }: PageText, start: number): string {
  if (text === "")
    throw new ToolError(
      "The page has no text; it may need JavaScript, or be an image. Use another page.",
    );
  if (start >= text.length)
    throw new ToolError(`The text of this page ends at ${text.length}.`);
  const passage = takePassage(text, { start, maxLength: MAX_PASSAGE_LENGTH });
  const isLast = passage.end === text.length;
  if (!isLast)
    return `${passage.text}\n\n(There is more, up to ${text.length}: read on with start ${passage.end}.)`;
  return isCut
    ? `${passage.text}\n\n(The page is too long to be read further.)`
    : passage.text;
}

function alsoHosts(hosts: readonly string[]): string {
  return hosts.length === 0 ? "" : `, or one on ${hosts.join(", ")}`;
}

/**
 * Preferred ends of a passage: after a paragraph, a sentence or line, a word.
 */
const ENDS = [/\n\n/g, /[。！？]|[.!?…]["'”’)\]]*\s|\n/g, /\s/g];

/**
 * Takes a passage of at most `maxLength` UTF-16 units. It ends after a
 * paragraph, else a sentence, else a word, if that fills more than half of it;
 * never inside a surrogate pair. `end`: start of the next passage.
 */
export function takePassage(
  text: string,
  { start, maxLength }: { start: number; maxLength: number },
): { text: string; end: number } {
  const from = startOfCharacter(text, start);
  const end = findEnd(text, from, from + maxLength);
  return { text: text.slice(from, end).trim(), end };
}

function findEnd(text: string, from: number, limit: number): number {
  if (limit >= text.length) return text.length;
  const window = text.slice(from, limit);
  for (const pattern of ENDS) {
    const last = Array.from(window.matchAll(pattern)).at(-1);
    const length = last === undefined ? 0 : last.index + last[0].length;
    if (length > window.length / 2) return from + length;
  }
  return startOfCharacter(text, limit);
}

/** Moves back one unit if the index is inside a surrogate pair. */
function startOfCharacter(text: string, index: number): number {
  const isInPair =
    /[\uD800-\uDBFF]/.test(text[index - 1] ?? "") &&
    /[\uDC00-\uDFFF]/.test(text[index] ?? "");
  return isInPair ? index - 1 : index;
}
