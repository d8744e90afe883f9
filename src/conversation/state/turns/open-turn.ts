import { hashText } from "../../../runtime/hash.ts";
import { sumUsage } from "../../../text/tokens.ts";
import {
  isEcho,
  type IncomingMessage,
  type Origin,
} from "../../../types/message.ts";
import type { MemoryContext } from "../memory-context.ts";
import { findClaim, withClaim, type Claim } from "../pauses/claim.ts";
import { findElsewhere } from "../people/link.ts";
import { endSilence } from "../people/owner.ts";
import { toMessagePiece } from "../pieces.ts";
import { withEvents } from "../reports/events.ts";
import {
  isUnanswered,
  withOpen,
  type ConversationState,
  type Decision,
  type OpenTurn,
} from "../state.ts";
import { separateFiles } from "./files.ts";
import { findEdited, MAX_ADDRESSES, type Edited } from "./find-edited.ts";
import { loadTurn, toTurn } from "./load-turn.ts";
import type { Opening, OpeningOptions } from "./opening.ts";

/**
 * In characters. Short is enough, since an address is compared with the last 32
 * only.
 */
const ADDRESS_LENGTH = 5;

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
  readonly edited: Edited | undefined;
  /** The question that it answers. */
  readonly claim: Claim | undefined;
}

/**
 * Opens a turn for a message. Idempotent by message id, also after `forget`,
 * for at least 24 hours. The turn of an edit replaces the edited message's turn
 * once it begins: that one is no longer recalled or retried, and its reply
 * becomes the preview of the new one. Returns `full` if there are `limit` open
 * turns. A message that stops (`isStop`) marks its `target` as stopped: the
 * oldest turn that has begun and has no reply, else the oldest waiting one;
 * never a command. A message that answers a question claims it in the same
 * commit, so that one turn goes on from its steps: see `findClaim`.
 */
export async function openTurn(
  context: MemoryContext,
  message: IncomingMessage,
  options: OpeningOptions,
): Promise<Opening> {
  const decide = await prepareOpening(context, message, options);
  // The same commit also schedules its turn.
  return context.document.change(decide, { isConfirmedLater: true });
}

/** How a turn is opened for the message, given the conversation's state. */
export async function prepareOpening(
  context: MemoryContext,
  message: IncomingMessage,
  { limit, isStop = false, isAsked = false }: OpeningOptions,
): Promise<(state: ConversationState) => Promise<Decision<Opening>>> {
  const { store, find, isIndexed, now } = context;
  const { id, conversation, replyTo, album, author } = message;
  const hashes = {
    address: await hashText(JSON.stringify(replyTo), ADDRESS_LENGTH),
    album:
      album === undefined
        ? undefined
        : await hashText(JSON.stringify([album, author.id])),
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
    const { message: said, claim } = await findClaim(context, state, message);
    const isOutside =
      message.origin?.kind === "operator" && message.origin.isAnswer;
    if (isOutside && claim === undefined)
      return { result: { kind: "outdated" } };
    // What answers a question belongs where that was asked, and what is due
    // belongs where it is kept.
    const isSaid = message.origin === undefined || isEcho(message);
    const isUsers = isSaid && claim === undefined;
    const elsewhere = isUsers
      ? findElsewhere(state, { isAsked, ...context })
      : undefined;
    if (elsewhere !== undefined) return elsewhere;
    const decided = decideOpening(state, {
      ...hashes,
      message: said,
      claim,
      at: now(),
      limit,
      isStop,
      edited: message.isEdit
        ? await findEdited(context, state, said, hashes.address)
        : undefined,
    });
    const decision = withReceived(decided, message, context);
    const { state: after } = decision;
    return isIndexed && after !== undefined
      ? { ...decision, state: { ...after, conversation } }
      : decision;
  };
}

/** Owes that a user's message was received, and a silent person has left. */
function withReceived(
  decision: Decision<Opening>,
  { id, origin, isAside }: IncomingMessage,
  context: MemoryContext,
): Decision<Opening> {
  const { state, result } = decision;
  const isReceived =
    result.kind === "opened" && origin === undefined && !isAside;
  if (state === undefined || !isReceived) return decision;
  const silence = endSilence(state, context.now());
  return withEvents(
    { ...decision, state: silence.state },
    [...silence.events, { type: "message.received", turn: id }],
    context,
  );
}

/** Opens a turn for a message with a new id, unless rejected. */
function decideOpening(
  state: ConversationState,
  arrival: Arrival,
): Decision<Opening> {
  const {
    message: sent,
    at,
    limit,
    isStop,
    hash,
    album,
    edited,
    claim,
  } = arrival;
  if (edited?.kind === "outdated" || isLoneAside(state, arrival))
    return { result: { kind: "outdated" } };
  if (state.open.length >= limit) return refuse(state, limit);
  const stopped = isStop ? findCurrent(state) : undefined;
  const said = edited?.kind === "found" ? edited.edit : asNew(sent);
  const { message, files } = separateFiles(said, state.lastTurn + 1);
  const opened: OpenTurn = {
    ...createTurn(state, { message, hash, at }),
    ...(album !== undefined && { album }),
    ...(stopped !== undefined && { target: stopped.number }),
    ...(edited?.kind === "found" && { supersedes: edited.number }),
    ...(edited?.kind === "found" &&
      edited.asked !== undefined && { replaces: edited.asked }),
  };
  const claimed = claim && withClaim(state, opened, claim);
  const {
    turn,
    state: before,
    put,
  } = claimed ?? { turn: opened, state, put: [] };
  const steps = claim?.steps ?? [];
  const content = { id: message.id, message, steps, usage: sumUsage([]) };
  const target = stopped && { target: stopped.id };
  return {
    state: takeIn(
      stopped ? withOpen(before, { ...stopped, isStopped: true }) : before,
      turn,
      arrival,
    ),
    put: [toMessagePiece(turn, message), ...files, ...put],
    result: { kind: "opened", turn: toTurn(turn, { ...content, ...target }) },
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

/** Adds the turn that follows the newest one. */
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

/** The turn that follows the newest one, for a message of any origin. */
function createTurn(
  { lastTurn }: ConversationState,
  { message, hash, at }: Pick<Arrival, "message" | "hash" | "at">,
): OpenTurn {
  const { id, command, isAside, origin } = message;
  return {
    id,
    hash,
    number: lastTurn + 1,
    acceptedAt: at,
    status: "accepted",
    attempts: 0,
    runs: [],
    ...(command !== undefined && { isCommand: true }),
    ...(isAside && { isAside: true }),
    ...(origin && { origin: toTurnOrigin(origin) }),
  };
}

function toTurnOrigin(origin: Origin): NonNullable<OpenTurn["origin"]> {
  if (origin.kind === "operator") return origin.isAnswer ? "task" : "operator";
  if (origin.kind === "unattended") return "unattended";
  return origin.isText ? "reminder" : "task";
}

/** Prefers the running turn to an older one that was reopened and waits. */
function findCurrent({ open }: ConversationState): OpenTurn | undefined {
  const meant = open.filter(
    (turn) =>
      isUnanswered(turn) &&
      !turn.isCommand &&
      (turn.origin === undefined || turn.origin === "task"),
  );
  return meant.find(({ attempts }) => attempts > 0) ?? meant[0];
}

/** There is no message to replace. */
function asNew(edit: IncomingMessage): IncomingMessage {
  const { isEdit: _, ...message } = edit;
  return message;
}
