import type {
  HistoryMessage,
  Recollection,
  WindowMove,
} from "../../history.ts";
import type { ConversationStore } from "./conversation-store.ts";
import { readHistoryFrom } from "./history.ts";
import { toSortableNumber } from "./keys.ts";
import type { Root } from "./root.ts";
import { createSettingsRecall } from "./settings.ts";

/** What was recalled last: messages are never changed, so that only later ones are read again. */
interface Recalled {
  readonly of: string;
  readonly last: number;
  readonly messages: readonly HistoryMessage[];
}

/** Reads the window, and what has come to it since it was read last. */
export function createRecall(
  store: ConversationStore,
): () => Promise<Recollection> {
  let recalled: Recalled | undefined;
  const recallSettings = createSettingsRecall(store);
  return async () => {
    const root = await store.readRoot({ isConsistent: false });
    const { window, lastSequence: last } = root;
    const of = describeState(root);
    const isSame = recalled?.of === of && recalled.last <= last;
    const before = isSame && recalled ? recalled : { last: 0, messages: [] };
    const from = Math.max(window.start, before.last + 1);
    const later = await readHistoryFrom(store, root, from);
    const messages = withoutExpired(store, root, [
      ...before.messages,
      ...later,
    ]);
    recalled = { of, last, messages };
    const isExpired = hasExpired(store, window);
    const summary =
      window.summary === undefined || isExpired
        ? undefined
        : await readSummary(store, window.summary);
    return {
      settings: await recallSettings(root),
      ...(summary !== undefined && { summary }),
      messages,
      isCutUnannounced:
        window.start > 0 && window.isAnnounced === undefined && !isExpired,
      version: window.version,
    };
  };
}

/** See `Memory`. */
export async function moveWindow(
  store: ConversationStore,
  { version, to, summary }: WindowMove,
): Promise<boolean> {
  const { change, items } = store;
  const name = crypto.randomUUID();
  const moved = await change(async (root) => {
    const { window } = root;
    // A conversation that was never begun has no window.
    if (root.version === 0 || window.version !== version)
      return { result: undefined };
    const covered = await findCovered(store, root, to);
    if (hasExpired(store, covered)) return { result: undefined };
    const { summary: before, ...rest } = window;
    if (summary !== undefined)
      await items.summaries.put([name], summary, {
        turn: root.lastNumber,
        epoch: root.epoch,
      });
    const after = {
      ...rest,
      ...covered,
      start: to,
      version: version + 1,
      ...(summary !== undefined && { summary: name }),
    };
    return { root: { ...root, window: after }, result: { before } };
  });
  if (moved?.before !== undefined) await items.summaries.delete([moved.before]);
  return moved !== undefined;
}

/** The newest of the messages before that one, where messages expire. */
async function findCovered(
  { items, isExpiring }: ConversationStore,
  { window: { start, coveredAt = 0 } }: Root,
  to: number,
): Promise<Pick<Root["window"], "coveredAt">> {
  if (!isExpiring) return {};
  if (to <= start) return { coveredAt };
  const entries = await items.history.list({
    from: toSortableNumber(start),
    to: toSortableNumber(to - 1),
    isConsistent: true,
  });
  const times = entries.flatMap(({ value }) => value.messages[0]?.at ?? []);
  return { coveredAt: Math.max(coveredAt, ...times) };
}

/** With the newest message before the window, the summary and that anything was cut are gone. */
function hasExpired(
  { isExpired }: ConversationStore,
  { coveredAt }: Pick<Root["window"], "coveredAt">,
): boolean {
  return coveredAt !== undefined && isExpired(coveredAt);
}

/** An answer goes with its question, though it came later. Those of open turns stay. */
function withoutExpired(
  { isExpired }: ConversationStore,
  { open }: Root,
  messages: readonly HistoryMessage[],
): readonly HistoryMessage[] {
  const expired = new Set(
    messages.filter(({ at }) => isExpired(at)).map(({ turn }) => turn),
  );
  for (const { id } of open) expired.delete(id);
  return messages.filter(({ turn }) => !expired.has(turn));
}

/** What has to be the same for messages that were recalled to be recalled again. */
function describeState({ window, edits, firstNumber, open }: Root): string {
  const waiting = open.filter(
    ({ supersedes, status }) =>
      supersedes !== undefined && status === "accepted",
  );
  return [window.version, edits, firstNumber, waiting.length].join(" ");
}

async function readSummary(
  { items }: ConversationStore,
  name: string,
): Promise<string | undefined> {
  const summary =
    (await items.summaries.get([name])) ??
    (await items.summaries.get([name], { isConsistent: true }));
  return summary?.value;
}
