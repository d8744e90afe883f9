import type { Archive, Forgotten, MessageIndex } from "../../types/archive.ts";
import type { CallbackQueue } from "../../types/callback-queue.ts";

/** More messages than can arrive while a conversation is being deleted. */
const RELISTED = 100;

export interface ConversationStores {
  readonly archive: Archive;
  readonly index: MessageIndex;
}

interface OwnConversation {
  readonly owner: string;
  readonly conversation: string;
}

/**
 * Deletes everything stored about a conversation, including leftovers of an
 * interrupted attempt, and cancels its open turns. `undefined` if nothing was
 * stored.
 */
export async function forgetConversation(
  { owner, conversation }: OwnConversation,
  {
    archive,
    index,
    callbacks,
  }: ConversationStores & { callbacks: Pick<CallbackQueue, "forget"> },
): Promise<Forgotten | undefined> {
  const forgotten = await archive.forget(conversation);
  await callbacks.forget(conversation);
  await index.forget({ owner, conversation });
  await relist({ owner, conversation }, { archive, index });
  const { turns, hadSettings } = forgotten;
  return turns === 0 && !hadSettings ? undefined : forgotten;
}

/**
 * Messages that arrived during the deletion start a new conversation: indexes
 * them again, as `index.forget` has just dropped their ids.
 */
async function relist(
  entry: OwnConversation,
  { archive, index }: ConversationStores,
): Promise<void> {
  const record = await archive.read(entry.conversation, { newest: RELISTED });
  if (record === undefined) return;
  await index.note(entry);
  const ids = new Set([
    ...record.messages.map(({ turn }) => turn),
    ...record.openTurns.map(({ id }) => id),
  ]);
  for (const id of ids) await index.claim({ ...entry, id });
}

/**
 * Removes an empty conversation from the index, after its only message was
 * rejected or its last setting removed.
 */
export async function unlistEmpty(
  entry: OwnConversation & {
    /** Of the rejected message. */
    readonly id?: string;
  },
  { archive, index }: ConversationStores,
): Promise<void> {
  const record = await archive.read(entry.conversation, { newest: 1 });
  if (record === undefined) await index.release(entry);
}
