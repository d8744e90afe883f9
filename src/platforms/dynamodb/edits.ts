import type { IncomingMessage } from "../../message.ts";
import { changesMessage } from "../changes-message.ts";
import type { Ending } from "./conversation-items.ts";
import type { ConversationStore } from "./conversation-store.ts";
import { noteRecovery } from "./failures.ts";
import { hashText } from "./hash-text.ts";
import { sequenceOf } from "./history.ts";
import { toSortableNumber } from "./keys.ts";
import { readParts } from "./parts.ts";
import { readStoredTurn } from "./read-stored-turn.ts";
import { readEnding, readTurn } from "./read-turn.ts";
import type { OpenTurn, Root } from "./root.ts";

/** An edit of a message before so many others is taken for one of a message that was delivered. */
const MAX_ADDRESSES = 32;
/** Turns that may have come into the history behind the newest one, since they were run again. */
const MAX_LATE_TURNS = 10;

/** What an edited message finds. */
export type EditedTurn =
  /** The turn whose place its own takes. */
  | { readonly kind: "found"; readonly id: string }
  | { readonly kind: "outdated" }
  /** The message was never delivered before. */
  | { readonly kind: "unknown" };

/**
 * Finds the turn of the message that was edited: the conversation's newest one. An edit of an older message is outdated,
 * since others build upon that; so is one that changes nothing, and one of several messages that were answered together.
 */
export async function findEditedTurn(
  store: ConversationStore,
  root: Root,
  edit: IncomingMessage,
): Promise<EditedTurn> {
  const { addresses, newest } = root;
  if (!addresses.includes(hashAddress(edit)))
    return { kind: addresses.length < MAX_ADDRESSES ? "unknown" : "outdated" };
  const turn =
    newest === undefined || newest.isMerged
      ? undefined
      : await readTurn(store, root, newest.id);
  const isFound = turn !== undefined && changesMessage(edit, turn.message);
  return isFound ? { kind: "found", id: turn.id } : { kind: "outdated" };
}

/** With where the message came from; it keeps that when it is edited. */
export function rememberAddress(
  { addresses }: Root,
  message: IncomingMessage,
): readonly string[] {
  const address = hashAddress(message);
  const others = addresses.filter((known) => known !== address);
  return [...others, address].slice(-MAX_ADDRESSES);
}

/**
 * When a turn begins that takes the place of another one, that one's reply becomes the preview of its own, so that it is
 * edited, its messages are not recalled any more, and where it had failed nobody can run it again. Gives the root with
 * that; what is written before counts once that is swapped in.
 */
export async function supersede(
  store: ConversationStore,
  root: Root,
  { id, number, status, supersedes }: OpenTurn,
): Promise<Root> {
  if (status !== "accepted" || supersedes === undefined) return root;
  const stored = await readStoredTurn(store, supersedes);
  const { parts } = store.items;
  const states = await readParts(store, supersedes);
  const receipts = states.flatMap((state) =>
    "sent" in state ? [state.sent] : [],
  );
  for (const [index, preview] of receipts.entries())
    await parts.put(
      [id, toSortableNumber(index)],
      { index, preview },
      {
        turn: number,
      },
    );
  const after = await hideMessages(store, root, { id: supersedes, by: number });
  const ending = await readEnding(store, supersedes);
  if (stored === undefined || ending?.status !== "failed") return after;
  await settleFailure(store, root, {
    id: supersedes,
    number: stored.turn,
    ending,
  });
  return { ...after, lastAnswered: Math.max(root.lastAnswered, stored.turn) };
}

async function settleFailure(
  store: ConversationStore,
  root: Root,
  { id, number, ending }: { id: string; number: number; ending: Ending },
): Promise<void> {
  const options = { turn: number, epoch: root.epoch };
  const { failed: _, ...rest } = ending;
  await store.items.failures.delete([toSortableNumber(number)]);
  await noteRecovery(store, root, { id, number });
  await store.items.endings.put([id], { ...rest, status: "answered" }, options);
}

async function hideMessages(
  { items }: ConversationStore,
  root: Root,
  { id, by }: { id: string; by: number },
): Promise<Root> {
  const { epoch, window } = root;
  const newest = await items.history.list({
    limit: MAX_LATE_TURNS,
    isNewestFirst: true,
    isConsistent: true,
  });
  const hidden: number[] = [];
  let messages = 0;
  for (const entry of newest) {
    const { value, turn } = entry;
    const { supersededBy } = value;
    const sequence = sequenceOf(entry);
    const isOther = supersededBy !== undefined && supersededBy !== by;
    const isForgotten = turn < root.firstNumber;
    if (value.turn !== id || sequence < window.start || isOther || isForgotten)
      continue;
    const changed = { ...value, supersededBy: by };
    const path = [toSortableNumber(sequence)];
    const count = value.messages.length;
    await items.history.put(path, changed, { turn, epoch, count });
    messages += count;
    hidden.push(sequence);
  }
  const left = root.messages - messages;
  const { since, ...rest } = root;
  return {
    ...rest,
    ...(since !== undefined && left > 0 && { since }),
    messages: left,
    hiddenMessages: (root.hiddenMessages ?? 0) + messages,
    edits: root.edits + 1,
    hidden,
  };
}

function hashAddress({ replyTo }: IncomingMessage): string {
  return hashText(JSON.stringify(replyTo));
}
