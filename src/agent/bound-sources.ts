import { cutText } from "../text/text.ts";
import type { Source } from "../types/turn.ts";

const MAX_SOURCES = 20;

const MAX_URL_LENGTH = 2_000;
const MAX_TITLE_LENGTH = 200;

/**
 * Keeps up to 20 sources. Drops those without an http(s) URL of at most 2,000
 * characters, strips credentials from URLs, and puts titles on one line.
 */
export function boundSources(sources: readonly Source[]): readonly Source[] {
  return sources.slice(0, MAX_SOURCES).flatMap(({ title, url }) => {
    const address = toAddress(url);
    return address === undefined
      ? []
      : [{ title: toLine(title) ?? address.host, url: address.href }];
  });
}

function toAddress(text: string): URL | undefined {
  const url = text.length > MAX_URL_LENGTH ? null : URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  url.username = "";
  url.password = "";
  return url.href.length > MAX_URL_LENGTH ? undefined : url;
}

/** `undefined` if the title has no visible characters. */
function toLine(title: string): string | undefined {
  const whole = cutText(title.toWellFormed(), MAX_TITLE_LENGTH);
  const line = whole.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(line) ? line : undefined;
}
