import type { Attachment, IncomingMessage } from "../../../types/message.ts";
import { MAX_FILES } from "../../../types/page.ts";
import { readForks, shownPath } from "../history/path.ts";
import type { MemoryContext } from "../memory-context.ts";
import { get, keys, type Exchange } from "../pieces.ts";
import { includes } from "../ranges.ts";
import type { ConversationState } from "../state.ts";
import { readNewest } from "./find-turn.ts";

/**
 * An edit of a message older than this many others counts as the edit of a
 * delivered one.
 */
export const MAX_ADDRESSES = 32;

/**
 * What an edit edits. `outdated`: a message that can no longer be edited.
 * `unknown`: none; the edit is treated as a new message.
 */
export type Edited =
  | {
      readonly kind: "found";
      /** Of its turn. */
      readonly number: number;
      /** Sequence of its exchange, if there is one. */
      readonly asked?: number | undefined;
      /** The edit, with the files that it keeps. */
      readonly edit: IncomingMessage;
    }
  | { readonly kind: "outdated" | "unknown" };

const OUTDATED = { kind: "outdated" } as const;

/** @param address hash of the edit's address */
export function findEdited(
  context: MemoryContext,
  state: ConversationState,
  edit: IncomingMessage,
  address: string,
): Promise<Edited> {
  const { edits, keepsFiles: _, ...message } = edit;
  return edits === undefined
    ? findByAddress(context, state, { edit: message, address })
    : findById(context, state, { edit, edits });
}

/**
 * By its id: any message of the same author that is shown, or the newest one. Not
 * one of several merged messages.
 */
async function findById(
  context: MemoryContext,
  state: ConversationState,
  { edit, edits }: { edit: IncomingMessage; edits: string },
): Promise<Edited> {
  const { store, find } = context;
  const known = await find(state, edits);
  if (known.kind !== "known" || known.id !== edits) return OUTDATED;
  const { number, ending } = known.state;
  const asked = ending?.asked;
  const stored = await get(store, keys.message(known.state));
  const isOwn =
    stored?.message.origin === undefined &&
    stored?.message.author.id === edit.author.id;
  const isHere =
    asked === undefined
      ? number === state.newest
      : includes(shownPath(state, await readForks(store, state)), asked);
  if (!isOwn || !isHere) return OUTDATED;
  const { edits: _, keepsFiles, ...message } = edit;
  const found = { kind: "found", number, asked } as const;
  if (!keepsFiles) return { ...found, edit: message };
  const { attachments } = stored.message;
  if (attachments.length + message.attachments.length > MAX_FILES)
    return OUTDATED;
  const exchange =
    asked === undefined ? undefined : await get(store, keys.exchange(asked));
  return { ...found, edit: withFiles(message, attachments, exchange) };
}

/**
 * The edit with the files that it keeps. Of an answered message, only what the
 * model remembers of them is left.
 */
function withFiles(
  edit: IncomingMessage,
  kept: readonly Attachment[],
  exchange: Exchange | undefined,
): IncomingMessage {
  const [question] = exchange?.isUnanswered ? [] : (exchange?.messages ?? []);
  if (question?.said === undefined)
    return { ...edit, attachments: [...kept, ...edit.attachments] };
  const { said, text } = question;
  const read = kept.map((file): Attachment => ({ ...file, isReused: true }));
  return {
    ...edit,
    attachments: [...read, ...edit.attachments],
    reused: text.slice(0, text.length - said.text.length).trimEnd(),
  };
}

/**
 * By its address: only the newest message, which no other channel names by an
 * id, since later ones build upon older ones. Not if the edit changes nothing,
 * nor one of several merged messages.
 */
async function findByAddress(
  context: MemoryContext,
  state: ConversationState,
  { edit, address }: { edit: IncomingMessage; address: string },
): Promise<Edited> {
  const { addresses, newest: number } = state;
  if (!addresses.includes(address))
    return { kind: addresses.length < MAX_ADDRESSES ? "unknown" : "outdated" };
  const [newest, ...merged] = await readNewest(context, state);
  return number !== undefined &&
    newest !== undefined &&
    merged.length === 0 &&
    changesMessage(edit, newest)
    ? { kind: "found", number, edit }
    : OUTDATED;
}

/** Whether it edits that message, and changes its content. */
function changesMessage(
  edit: IncomingMessage,
  message: IncomingMessage,
): boolean {
  const saysTheSame =
    sentText(edit) === sentText(message) &&
    isSame(edit.attachments, message.attachments);
  const isChange = edit.isAgain === true || !saysTheSame;
  return isSame(edit.replyTo, message.replyTo) && isChange;
}

/** Not what is kept in its place. */
function sentText({ text, sent = text }: IncomingMessage): string {
  return sent;
}

/** Both come from the same channel, so their fields are in the same order. */
function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
