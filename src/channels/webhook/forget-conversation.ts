import type { Archive, Forgotten, MessageIndex } from "../../archive.ts";
import type { CallbackQueue } from "../../callback-queue.ts";

/** More messages do not come while a conversation is being forgotten. */
const RELISTED = 100;

/** What is kept of conversations. */
export interface ConversationStores {
  readonly archive: Archive;
  readonly index: MessageIndex;
}

/** Whose conversation it is, and its full id. */
interface OwnConversation {
  readonly owner: string;
  readonly conversation: string;
}

/** Erases all that is kept of a conversation, also what a broken attempt has left, and ends what runs in it. `undefined` where there was nothing. */
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

/** What has come since the conversation was forgotten is the beginning of a new one, and must be found though the index has just dropped its ids. */
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

/** Takes a conversation off the list where nothing is in it: its message was refused, or the last of its settings removed. */
export async function unlistEmpty(
  entry: OwnConversation & {
    /** Of the message that was refused. */
    readonly id?: string;
  },
  { archive, index }: ConversationStores,
): Promise<void> {
  const record = await archive.read(entry.conversation, { newest: 1 });
  if (record === undefined) await index.release(entry);
}
