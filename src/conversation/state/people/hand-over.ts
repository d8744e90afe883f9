import type { ConversationEvent } from "../../../types/event.ts";
import type { Owner } from "../../../types/handover.ts";
import type { MemoryContext } from "../memory-context.ts";
import { wakeForEvents, withEvents } from "../reports/events.ts";
import { findOpen, type OpenTurn } from "../state.ts";
import {
  eventsOfTaking,
  isLeftToTeam,
  ownerAt,
  wantedIn,
  withoutWanted,
  withOwner,
  type Taker,
} from "./owner.ts";

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

/** Who had a conversation that was handed back. */
interface HandedBack {
  /** Missing: nobody had come yet. */
  readonly owner?: Owner;
}

/**
 * Gives the conversation back to the bot, and ends the request for a person: in
 * the name of an operator, else of the user who has asked for that. `undefined`:
 * the bot had it, and nobody was asked for; or a person came after the user had
 * asked.
 */
export function handBack(
  context: MemoryContext,
  by: { readonly operator: string } | { readonly askedAt: number },
): Promise<HandedBack | undefined> {
  const { document, now } = context;
  return document.change<HandedBack | undefined>(async (state) => {
    const owner = ownerAt(state, now());
    if (owner === undefined && state.wanted === undefined)
      return { result: undefined };
    if ("askedAt" in by && (owner?.since ?? 0) > by.askedAt)
      return { result: undefined };
    const { owner: _, ...rest } = withoutWanted(state);
    const events = [toReturned(by)];
    await wakeForEvents(context, events);
    const open = state.open.map(toUntaken);
    const result = { ...(owner && { owner }) };
    return withEvents({ state: { ...rest, open }, result }, events, context);
  });
}

function toReturned(by: Parameters<typeof handBack>[1]): ConversationEvent {
  const type = "conversation.returned";
  return "operator" in by
    ? { type, by: "operator", operator: by.operator }
    : { type, by: "user" };
}

function toUntaken(turn: OpenTurn): OpenTurn {
  const { isTaken, ...rest } = turn;
  return isTaken ? { ...rest, isReturned: true } : rest;
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
