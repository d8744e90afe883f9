import { sumUsage } from "../../../text/tokens.ts";
import type { ConversationEvent } from "../../../types/event.ts";
import type { Owner } from "../../../types/handover.ts";
import type { IncomingMessage } from "../../../types/message.ts";
import { addresseeOf } from "../../../types/schedule.ts";
import type { Turn } from "../../../types/turn.ts";
import { hashText } from "../hash-text.ts";
import type { MemoryContext } from "../memory-context.ts";
import { keys, toMessagePiece } from "../pieces.ts";
import { listUnder } from "../read-pieces.ts";
import { wakeForEvents, withEvents } from "../reports/events.ts";
import {
  findOpen,
  isUnanswered,
  type ConversationState,
  type Decision,
  type OpenTurn,
} from "../state.ts";
import { loadTurn, toTurn } from "../turns/load-turn.ts";
import { createTurn, withNew } from "../turns/open-turn.ts";
import {
  endSilence,
  eventsOfTaking,
  ownerAt,
  withOwner,
  type Taker,
} from "./owner.ts";
import { isLeftToTeam, wantedIn, withoutWanted } from "./wanted.ts";

/** A person has taken the conversation over: the bot must not send this. */
export class TakenOverError extends Error {
  override readonly name = "TakenOverError";

  constructor() {
    super("A person has taken the conversation over.");
  }
}

/**
 * Gives the conversation to a person, in whose name the next stretch goes on if
 * another has it. What the bot runs is marked as taken. `undefined` if there is
 * no conversation.
 */
export function takeOver(
  context: MemoryContext,
  taker: Taker,
): Promise<Owner | undefined> {
  const { document, now } = context;
  return document.change<Owner | undefined>(async (state) => {
    if (state.turns === 0) return { result: undefined };
    const events = eventsOfTaking(state, taker, now());
    await wakeForEvents(context, events);
    const taken = withOwner(state, taker, now());
    const decision = { state: taken, result: taken.owner };
    return withEvents(decision, events, context);
  });
}

/** Outcome of `openReply`; see `HandoverOutcome`. */
type ReplyOpening =
  | {
      readonly kind: "accepted" | "duplicate";
      readonly turn: Turn;
      readonly owner: Owner | undefined;
    }
  | { readonly kind: "unknown" }
  | { readonly kind: "full"; readonly limit: number };

/**
 * Opens a turn for what a person of the team says, to where the user wrote
 * last, and gives the person the conversation in the same commit. Idempotent by
 * the id, like `openTurn`.
 */
export async function openReply(
  context: MemoryContext,
  { id: given, text, ...taker }: Taker & { id: string; text: string },
  { limit }: { limit: number },
): Promise<ReplyOpening> {
  const { document, store, find, rememberOpen, now } = context;
  // Not one that a user's message can have by chance.
  const id = `operator/${given}`;
  const hash = await hashText(id);
  return document.change<ReplyOpening>(
    async (state) => {
      const known = await find(state, id);
      const owner = ownerAt(state, now());
      if (known.kind === "known") {
        const turn = (await loadTurn(store, state, known))?.turn;
        return {
          result: turn ? { kind: "duplicate", turn, owner } : UNKNOWN,
        };
      }
      const last = await findNewest(context, state);
      if (known.kind === "forgotten" || last === undefined)
        return { result: UNKNOWN };
      if (state.open.length >= limit)
        return { result: { kind: "full", limit } };
      const { name } = taker;
      const message = toFollowing(last, {
        id,
        text,
        author: name,
        origin: { kind: "operator", name },
      });
      const decision = withEvents(
        decideReply(state, { message, hash, taker, now: now() }),
        eventsOfTaking(state, taker, now()),
        context,
      );
      const { result, state: after } = decision;
      const open = after?.open.at(-1);
      if (result.kind === "accepted" && open !== undefined)
        rememberOpen(open, result.turn);
      return decision;
    },
    // The same commit also schedules its turn.
    { isConfirmedLater: true },
  );
}

const UNKNOWN = { kind: "unknown" } as const;

/** What the user wrote last, which has the newest address. */
export async function findNewest(
  { store, isExpired }: MemoryContext,
  { newest = 0, firstTurn }: ConversationState,
): Promise<IncomingMessage | undefined> {
  if (newest < firstTurn) return undefined;
  const last = (await listUnder(store, keys.messages(newest))).at(-1)?.value;
  return last && !isExpired(last.acceptedAt) ? last.message : undefined;
}

/**
 * What follows a message without being the user's, to where that came from and
 * in its language.
 */
export function toFollowing(
  last: IncomingMessage,
  said: Pick<IncomingMessage, "id" | "text" | "origin"> & { author: string },
): IncomingMessage {
  const { language = /\p{Script=Han}/u.test(last.text) ? "zh" : "en" } =
    last.author;
  return {
    ...addresseeOf(last),
    ...said,
    author: { id: said.author, language },
    attachments: [],
  };
}

function decideReply(
  state: ConversationState,
  {
    message,
    hash,
    taker,
    now,
  }: { message: IncomingMessage; hash: string; taker: Taker; now: number },
): Decision<ReplyOpening> {
  const turn = createTurn(state, { message, hash, at: now });
  const said = { id: message.id, message, steps: [], usage: sumUsage([]) };
  const taken = withOwner(state, taker, now);
  return {
    state: withNew(taken, turn),
    put: [toMessagePiece(turn, message)],
    result: { kind: "accepted", turn: toTurn(turn, said), owner: taken.owner },
  };
}

/** Who had a conversation that was handed back. */
interface HandedBack {
  /** Missing: nobody had come yet. */
  readonly owner?: Owner;
}

/**
 * Gives the conversation back to the bot, and ends the request for a person: in
 * the name of an operator, else of the user. `undefined`: the bot had it, and
 * nobody was asked for.
 */
export function handBack(
  context: MemoryContext,
  operator?: string,
): Promise<HandedBack | undefined> {
  const { document, now } = context;
  return document.change<HandedBack | undefined>(async (state) => {
    const { owner: last, ...rest } = withoutWanted(state);
    if (last === undefined && state.wanted === undefined)
      return { result: undefined };
    const owner = ownerAt(state, now());
    const isReturned = owner !== undefined || state.wanted !== undefined;
    const events = isReturned
      ? [toReturned(operator)]
      : endSilence(state, now()).events;
    await wakeForEvents(context, events);
    const open = state.open.map(toUntaken);
    const result = isReturned ? { ...(owner && { owner }) } : undefined;
    return withEvents({ state: { ...rest, open }, result }, events, context);
  });
}

function toReturned(operator: string | undefined): ConversationEvent {
  const type = "conversation.returned";
  return operator === undefined
    ? { type, by: "user" }
    : { type, by: "operator", operator };
}

function toUntaken(turn: OpenTurn): OpenTurn {
  const { isTaken, ...rest } = turn;
  return isTaken && isUnanswered(turn) ? { ...rest, isReturned: true } : rest;
}

/** The person who has the conversation, if one has. */
export async function findOwner({
  document,
  now,
}: MemoryContext): Promise<Owner | undefined> {
  return ownerAt(await document.read(), now());
}

/** Whether a person is asked for, and none has come. */
export async function isWanted({ document }: MemoryContext): Promise<boolean> {
  return wantedIn(await document.read()) !== undefined;
}

/** Whether messages are left to the team: a person has it, or is to come. */
export async function isForTeam({
  document,
  now,
}: MemoryContext): Promise<boolean> {
  return isLeftToTeam(await document.read(), now());
}

/** Throws `TakenOverError` if a person has taken the turn over. */
export async function confirmUntaken(
  { document, leaseMs }: MemoryContext,
  id: string,
): Promise<void> {
  // Where there is one owner, it knows of every change.
  const state = await (leaseMs === 0 ? document.read() : document.readNewest());
  if (findOpen(state, id)?.isTaken) throw new TakenOverError();
}
