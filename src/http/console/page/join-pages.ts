import type { TranscriptBody } from "./console-api.ts";

/**
 * What was shown, with the newest page as it is now. Nothing of it stays if the
 * page does not reach up to it, or if nothing precedes the page any more.
 */
export function addNewest(
  page: TranscriptBody,
  shown: TranscriptBody | undefined,
): TranscriptBody {
  const first = page.messages[0]?.sequence ?? Infinity;
  const last = shown?.messages.at(-1)?.sequence ?? -Infinity;
  if (shown === undefined || page.previous === null || first > last)
    return page;
  const older = shown.messages.filter(({ sequence }) => sequence < first);
  return {
    ...page,
    messages: [...older, ...page.messages],
    previous: older.length > 0 ? shown.previous : page.previous,
  };
}

/** What is shown, with a page before it. */
export function addOlder(
  page: TranscriptBody,
  shown: TranscriptBody | undefined,
): TranscriptBody {
  return {
    ...(shown ?? page),
    messages: [...page.messages, ...(shown?.messages ?? [])],
    previous: page.previous,
  };
}
