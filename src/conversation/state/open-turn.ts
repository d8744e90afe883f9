import { sumUsage } from "../../text/tokens.ts";
import type { IncomingMessage } from "../../types/message.ts";
import type { Turn } from "../../types/turn.ts";
import { separateFiles } from "./files.ts";
import { loadTurn, toTurn } from "./load-turn.ts";
import type { MemoryContext } from "./memory-context.ts";
import { hashText, keys, listUnder, toMessagePiece } from "./pieces.ts";
import {
  isUnanswered,
  withOpen,
  type ConversationState,
  type Decision,
  type OpenTurn,
} from "./state.ts";

/**
 * In characters. Short is enough, since an address is compared with the last 32
 * only.
 */
const ADDRESS_LENGTH = 5;

/**
 * Outcome of opening a turn for a message.
 * - `known`: the id was opened before; its turn has another id if merged.
 * - `forgotten`: the id was opened before, and forgotten since.
 * - `full`: nothing was stored. `isFirst`: no message was rejected since the
 *   queue was last less than half full.
 * - `outdated`: nothing was stored. An edit (`isEdit`) that changes nothing, or
 *   does not edit the conversation's newest message, or one that was merged; or
 *   a message that addresses the bot only as part of an album (`isAside`) of
 *   which nothing waits.
 *
 * An edit of a message that was never delivered is treated as a new message.
 */
export type Opening =
  | { readonly kind: "opened" | "known"; readonly turn: Turn }
  | { readonly kind: "forgotten" }
  | { readonly kind: "outdated" }
  | {
      readonly kind: "full";
      readonly limit: number;
      readonly isFirst: boolean;
    };

/**
 * An edit of a message older than this many others counts as the edit of a
 * delivered one.
 */
const MAX_ADDRESSES = 32;

/** A message with a new id. */
interface Arrival {
  readonly message: IncomingMessage;
  readonly at: number;
  /** Maximum number of open turns. */
  readonly limit: number;
  /** Whether it stops the running turn, or else the first waiting one. */
  readonly isStop: boolean;
  /**
   * Hashes of the message's id, of its address, and of its album and author.
   */
  readonly hash: string;
  readonly address: string;
  readonly album: string | undefined;
  /** For an edit: the message of the newest turn, if there is one. */
  readonly newest?: IncomingMessage | undefined;
}

/**
 * Opens a turn for a message. Idempotent by message id, also after `forget`,
 * for at least 24 hours. The turn of an edit replaces the edited message's turn
 * once it begins: that one is no longer recalled or retried, and its reply
 * becomes the preview of the new one. Returns `full` if there are `limit` open
 * turns. A message that stops (`isStop`) marks its `target` as stopped: the
 * oldest turn that has begun and has no reply, else the oldest waiting one;
 * never a command.
 */
export async function openTurn(
  context: MemoryContext,
  message: IncomingMessage,
  { limit, isStop = false }: { limit: number; isStop?: boolean },
): Promise<Opening> {
  const decide = await prepareOpening(context, message, { limit, isStop });
  // The same commit also schedules its turn.
  return context.document.change(decide, { isConfirmedLater: true });
}

/** How a turn is opened for the message, given the conversation's state. */
export async function prepareOpening(
  context: MemoryContext,
  message: IncomingMessage,
  { limit, isStop = false }: { limit: number; isStop?: boolean },
): Promise<(state: ConversationState) => Promise<Decision<Opening>>> {
  const { store, find, rememberOpen, isIndexed, now } = context;
  const { id, conversation, replyTo, album, author } = message;
  const hashes = {
    address: await hashText(JSON.stringify(replyTo), ADDRESS_LENGTH),
    album:
      album === undefined
        ? undefined
        : await hashText(JSON.stringify([album, author.id])),
    // Last, since the latest hash is cached and needed again.
    hash: await hashText(id),
  };
  return async (state) => {
    const known = await find(state, id);
    if (known.kind === "forgotten") return { result: known };
    if (known.kind === "known") {
      const turn = (await loadTurn(store, state, known))?.turn;
      return turn === undefined
        ? { result: { kind: "forgotten" } }
        : { result: { kind: "known", turn } };
    }
    const decision = decideOpening(state, {
      ...hashes,
      message,
      at: now(),
      limit,
      isStop,
      newest: message.isEdit
        ? await findNewestMessage(context, state)
        : undefined,
    });
    const { result, state: after } = decision;
    const open = after?.open.at(-1);
    if (result.kind === "opened" && open !== undefined)
      rememberOpen(open, result.turn);
    return isIndexed && after !== undefined
      ? { ...decision, state: { ...after, conversation } }
      : decision;
  };
}

/**
 * The message that can be edited; none if several were merged into one turn.
 */
async function findNewestMessage(
  { store, isExpired }: MemoryContext,
  { newest = 0, firstTurn }: ConversationState,
): Promise<IncomingMessage | undefined> {
  if (newest < firstTurn) return undefined;
  const [first, ...merged] = await listUnder(store, keys.messages(newest));
  if (first === undefined || merged.length > 0) return undefined;
  return isExpired(first.value.acceptedAt) ? undefined : first.value.message;
}

/** Opens a turn for a message with a new id, unless rejected. */
function decideOpening(
  state: ConversationState,
  arrival: Arrival,
): Decision<Opening> {
  const { message: sent, at, limit, isStop, hash, album } = arrival;
  const edited = sent.isEdit ? findEdited(state, arrival) : undefined;
  if (edited?.kind === "outdated" || isLoneAside(state, arrival))
    return { result: { kind: "outdated" } };
  if (state.open.length >= limit) return refuse(state, limit);
  const stopped = isStop ? findCurrent(state) : undefined;
  const number = state.lastTurn + 1;
  const { message, files } = separateFiles(
    edited?.kind === "unknown" ? asNew(sent) : sent,
    number,
  );
  const turn: OpenTurn = {
    id: message.id,
    hash,
    number,
    acceptedAt: at,
    status: "accepted",
    attempts: 0,
    runs: [],
    ...(message.command !== undefined && { isCommand: true }),
    ...(message.isAside && { isAside: true }),
    ...(album !== undefined && { album }),
    ...(stopped !== undefined && { target: stopped.number }),
    ...(edited?.kind === "found" && { supersedes: edited.number }),
  };
  const said = { id: message.id, message, steps: [], usage: sumUsage([]) };
  const target = stopped && { target: stopped.id };
  return {
    state: takeIn(
      stopped ? withOpen(state, { ...stopped, isStopped: true }) : state,
      turn,
      arrival,
    ),
    put: [toMessagePiece(turn, message), ...files],
    result: { kind: "opened", turn: toTurn(turn, { ...said, ...target }) },
  };
}

/** An album takes no more messages once its turn has begun. */
function isLoneAside(
  { open }: ConversationState,
  { message, album }: Arrival,
): boolean {
  const waits = open.some(
    (turn) => turn.status === "accepted" && turn.album === album,
  );
  return message.isAside === true && (album === undefined || !waits);
}

function refuse(state: ConversationState, limit: number): Decision<Opening> {
  const isFirst = state.isFull === undefined;
  return {
    result: { kind: "full", limit, isFirst },
    ...(isFirst && { state: { ...state, isFull: true } }),
  };
}

function takeIn(
  { isFull, ...state }: ConversationState,
  turn: OpenTurn,
  { message, address, limit }: Arrival,
): ConversationState {
  const others = state.addresses.filter((known) => known !== address);
  return {
    ...withOpen(state, turn),
    lastTurn: turn.number,
    lastAcceptedAt: turn.acceptedAt,
    turns: state.turns + 1,
    // No user can edit the others.
    ...(message.origin === undefined && {
      newest: turn.number,
      addresses: [...others, address].slice(-MAX_ADDRESSES),
    }),
    ...(isFull && state.open.length >= limit / 2 && { isFull }),
  };
}

/** Prefers the running turn to an older one that was reopened and waits. */
function findCurrent({ open }: ConversationState): OpenTurn | undefined {
  const meant = open.filter((turn) => isUnanswered(turn) && !turn.isCommand);
  return meant.find(({ attempts }) => attempts > 0) ?? meant[0];
}

/**
 * Finds the turn of the edited message, which must be the conversation's
 * newest. Edits of older messages are outdated, since later ones build upon
 * them; so are edits that change nothing, and edits of one of several merged
 * messages.
 */
function findEdited(
  { addresses, newest: number }: ConversationState,
  { message, address, newest }: Arrival,
):
  | { readonly kind: "found"; readonly number: number }
  | { readonly kind: "outdated" | "unknown" } {
  if (!addresses.includes(address))
    return { kind: addresses.length < MAX_ADDRESSES ? "unknown" : "outdated" };
  return number !== undefined && newest && changesMessage(message, newest)
    ? { kind: "found", number }
    : { kind: "outdated" };
}

/** Whether it edits that message, and changes its content. */
function changesMessage(
  edit: IncomingMessage,
  message: IncomingMessage,
): boolean {
  const saysTheSame =
    edit.text === message.text && isSame(edit.attachments, message.attachments);
  const isChange = edit.isAgain === true || !saysTheSame;
  return isSame(edit.replyTo, message.replyTo) && isChange;
}

/** Both come from the same channel, so their fields are in the same order. */
function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** There is no message to replace. */
function asNew(edit: IncomingMessage): IncomingMessage {
  const { isEdit: _, isAgain: __, ...message } = edit;
  return message;
}
