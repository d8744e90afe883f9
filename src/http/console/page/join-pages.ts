import type { TranscriptBody, TurnBody } from "./console-api.ts";

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

/**
 * Of the turns in a list, those below its newest page as it is now; none if the
 * page does not reach down to them.
 * @param keyOf what a turn is listed for
 */
export function findOlder(
  page: readonly TurnBody[],
  shown: readonly TurnBody[],
  keyOf: (turn: TurnBody) => string,
): readonly TurnBody[] {
  const end = page.at(-1)?.at;
  // The server looks through so many turns for a page, and found none in them.
  if (end === undefined) return shown;
  if (!shown.some(({ at }) => at >= end)) return [];
  const keys = new Set(page.map(keyOf));
  return shown.filter((turn) => turn.at <= end && !keys.has(keyOf(turn)));
}
