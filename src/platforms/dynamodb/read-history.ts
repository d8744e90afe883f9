import type { ReadOptions, RecordedMessage } from "../../archive.ts";
import type { Entry } from "./collection.ts";
import type { HistoryEntry } from "./conversation-items.ts";
import type { ConversationStore } from "./conversation-store.ts";
import { isPast, MAX_IN_ENTRY, sequenceOf, toMessages } from "./history.ts";
import { toSortableNumber } from "./keys.ts";
import type { Root } from "./root.ts";

/** The history for the archive: what was edited, too. */
export async function readHistory(
  store: ConversationStore,
  root: Root,
  options: ReadOptions,
): Promise<readonly RecordedMessage[]> {
  const { newest, oldest, before = Number.MAX_SAFE_INTEGER } = options;
  const after = Math.max(options.after ?? 0, root.firstSequence - 1);
  const last = Math.min(root.lastSequence, before - 1);
  if (last <= after || newest === 0 || oldest === 0) return [];
  const range = { after, last };
  if (oldest !== undefined) return readOldest(store, root, range, oldest);
  const entries = await store.items.history.list({
    ...toBounds(range),
    // The last one may be cut in two.
    ...(newest !== undefined && { limit: newest + 1 }),
    isNewestFirst: true,
    isConsistent: true,
  });
  const messages = toRecorded(store, root, range, entries.toReversed());
  return newest === undefined ? messages : messages.slice(-newest);
}

/** Sequences: messages behind the first, up to the last. */
interface Range {
  readonly after: number;
  readonly last: number;
}

/** The first ones may have expired, all of them. */
async function readOldest(
  store: ConversationStore,
  root: Root,
  { after, last }: Range,
  wanted: number,
): Promise<readonly RecordedMessage[]> {
  const found: RecordedMessage[] = [];
  let range = { after, last };
  for (;;) {
    const limit = wanted - found.length + 1;
    const entries = await store.items.history.list({
      ...toBounds(range),
      limit,
      isConsistent: true,
    });
    found.push(...toRecorded(store, root, range, entries));
    const end = entries.at(-1);
    if (end === undefined || entries.length < limit || found.length >= wanted)
      return found.slice(0, wanted);
    range = {
      after: sequenceOf(end) + end.value.messages.length - 1,
      last,
    };
  }
}

function toBounds({ after, last }: Range): { from: string; to: string } {
  return {
    from: toSortableNumber(Math.max(after + 1 - (MAX_IN_ENTRY - 1), 0)),
    to: toSortableNumber(last),
  };
}

function toRecorded(
  store: ConversationStore,
  root: Root,
  { after, last }: Range,
  entries: readonly Entry<HistoryEntry>[],
): RecordedMessage[] {
  return entries
    .filter(
      (entry) => entry.turn >= root.firstNumber && !isPast(store, root, entry),
    )
    .flatMap((entry) => {
      const { steps, hasSources = false, author, metadata } = entry.value;
      return toMessages(entry).map((message) => {
        const isAnswer = message.role === "assistant";
        return {
          ...message,
          steps: isAnswer ? steps : 0,
          hasSources: isAnswer && hasSources,
          ...(author !== undefined && { author }),
          ...(metadata !== undefined && { metadata }),
        };
      });
    })
    .filter(({ sequence }) => sequence > after && sequence <= last);
}
