import { parseOwnJson } from "../../text/json.ts";
import type { PageBot } from "../../types/page.ts";

let found: PageBot | undefined;

/** The bot, as the server has put it into the page. */
export function findBot(): PageBot {
  found ??= readMeta<PageBot>("parley-bot");
  if (found === undefined) throw new Error("The page has no bot.");
  return found;
}

/**
 * Reads the JSON that the server has put into a `<meta>` element; `undefined`
 * if there is none.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the reader names the type that was written
export function readMeta<Content>(name: string): Content | undefined {
  const meta = document.querySelector(`meta[name="${name}"]`);
  const content = meta?.getAttribute("content") ?? undefined;
  return content === undefined ? undefined : parseOwnJson<Content>(content);
}
