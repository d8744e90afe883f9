import type { IncomingMessage } from "../../message.ts";
import { sumUsage } from "../../tokens.ts";
import type { Turn } from "../../turn.ts";
import { separateFiles } from "./files.ts";
import { toTurn } from "./load-turn.ts";
import { toMessagePiece } from "./pieces.ts";
import {
  type ConversationState,
  type Decision,
  findOpen,
  isUnanswered,
  type OpenTurn,
  withOpen,
} from "./state.ts";

/**
 * `known`: the id was opened before; its turn has another id where it was merged into that. `forgotten`: it was, and its
 * conversation was forgotten since. `full`: nothing was stored; `isFirst` where none was refused since there was room for
 * half of the limit. `outdated`: an edit (`isEdit`) that changes nothing, or not the conversation's newest message alone;
 * nothing was stored. An edit of a message that was never delivered is a message like others. Also `outdated`: what is
 * not meant for the bot by itself (`isAside`), where nothing of its author's album waits.
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

/** An edit of a message before so many others is taken for one of a message that was delivered. */
const MAX_ADDRESSES = 32;

/** A message whose id was never opened before. */
export interface Arrival {
  readonly message: IncomingMessage;
  readonly at: number;
  /** Open turns that the conversation may have. */
  readonly limit: number;
  /** It stops the turn that runs, or the first that waits. */
  readonly isStop: boolean;
  /** Hashes of its id, of where it comes from, and of its album with its author. */
  readonly hash: string;
  readonly address: string;
  readonly album: string | undefined;
  /** Of the newest turn, for an edit; left out where there is none. */
  readonly newest?: IncomingMessage | undefined;
}

/** Opens a turn for a message, unless it has no place; see `Memory.openTurn`. */
export function openTurn(
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

/** Once the turn of an album has begun, nothing more becomes a part of it. */
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
  { address, limit }: Arrival,
): ConversationState {
  const others = state.addresses.filter((known) => known !== address);
  return {
    ...withOpen(state, turn),
    lastTurn: turn.number,
    newest: turn.number,
    lastAcceptedAt: turn.acceptedAt,
    turns: state.turns + 1,
    addresses: [...others, address].slice(-MAX_ADDRESSES),
    ...(isFull && state.open.length >= limit / 2 && { isFull }),
  };
}

/** Marks a turn as to be stopped; see `Memory.stopTurn`. */
export function markStopped(
  state: ConversationState,
  id: string,
): Decision<boolean> {
  const turn = findOpen(state, id);
  if (turn === undefined || !isUnanswered(turn)) return { result: false };
  return {
    state: withOpen(state, { ...turn, isStopped: true }),
    result: true,
  };
}

/** An older turn that was opened again waits for the one that runs: nobody means that one before it has begun. */
function findCurrent({ open }: ConversationState): OpenTurn | undefined {
  const meant = open.filter((turn) => isUnanswered(turn) && !turn.isCommand);
  return meant.find(({ attempts }) => attempts > 0) ?? meant[0];
}

/**
 * The turn of the message that was edited: the conversation's newest one. An edit of an older message is outdated, since others build
 * upon that; so is one that changes nothing, and one of several messages that were answered together.
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

/** Whether the edit is one of that message, and says something else. */
function changesMessage(
  edit: IncomingMessage,
  message: IncomingMessage,
): boolean {
  const saysTheSame =
    edit.text === message.text && isSame(edit.attachments, message.attachments);
  const isChange = edit.isAgain === true || !saysTheSame;
  return isSame(edit.replyTo, message.replyTo) && isChange;
}

/** Of what the same channel has written, with its fields in the same order. */
function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** There is no message whose place it could take. */
function asNew(edit: IncomingMessage): IncomingMessage {
  const { isEdit: _, isAgain: __, ...message } = edit;
  return message;
}
