import type {
  HistoryMessage,
  Recollection,
  WindowMove,
} from "../../history.ts";
import type { ConversationStore } from "./conversation-store.ts";
import { readHistoryFrom } from "./history.ts";
import type { Root } from "./root.ts";

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
  return async () => {
    const root = await store.readRoot({ isConsistent: false });
    const { window, lastSequence: last } = root;
    const of = describeState(root);
    const isSame = recalled?.of === of && recalled.last <= last;
    const before = isSame && recalled ? recalled : { last: 0, messages: [] };
    const from = Math.max(window.start, before.last + 1);
    const later = await readHistoryFrom(store, root, from);
    const messages = [...before.messages, ...later];
    recalled = { of, last, messages };
    const summary =
      window.summary === undefined
        ? undefined
        : await readSummary(store, window.summary);
    return {
      ...(summary !== undefined && { summary }),
      messages,
      isCutUnannounced: window.start > 0 && window.isAnnounced === undefined,
      version: window.version,
    };
  };
}

/** See `Memory`. */
export async function moveWindow(
  { change, items }: ConversationStore,
  { version, to, summary }: WindowMove,
): Promise<boolean> {
  const name = crypto.randomUUID();
  const moved = await change(async (root) => {
    const { window } = root;
    // A conversation that was never begun has no window.
    if (root.version === 0 || window.version !== version)
      return { result: undefined };
    const { summary: before, ...rest } = window;
    if (summary !== undefined)
      await items.summaries.put([name], summary, {
        turn: root.lastNumber,
        epoch: root.epoch,
      });
    const after = {
      ...rest,
      start: to,
      version: version + 1,
      ...(summary !== undefined && { summary: name }),
    };
    return { root: { ...root, window: after }, result: { before } };
  });
  if (moved?.before !== undefined) await items.summaries.delete([moved.before]);
  return moved !== undefined;
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
