import { isObject } from "../../../text/json.ts";
import { shorten } from "../../../text/text.ts";
import type { Asked, Wanted } from "../../../types/asking.ts";
import type { ConversationEvent } from "../../../types/event.ts";
import type { Owner } from "../../../types/handover.ts";
import type { Turn } from "../../../types/turn.ts";
import {
  isUnanswered,
  type ConversationState,
  type OpenTurn,
} from "../state.ts";

/** A person of the team, and how long the bot leaves it to them. */
export interface Taker {
  readonly name: string;
  /** Since they last wrote; 0: until they hand it back. */
  readonly silenceMs: number;
  /** The user need not be told that a person is here. */
  readonly isTold?: true;
}

/** The person who has the conversation; `undefined`: the bot has it. */
export function ownerAt(
  { owner }: Pick<ConversationState, "owner">,
  now: number,
): Owner | undefined {
  return owner !== undefined && now < (owner.until ?? Infinity)
    ? owner
    : undefined;
}

/** Without the person who was silent for so long, and what that makes true. */
export function endSilence(
  state: ConversationState,
  now: number,
): {
  readonly state: ConversationState;
  readonly events: readonly ConversationEvent[];
} {
  const { owner, ...rest } = state;
  if (owner === undefined || ownerAt(state, now) !== undefined)
    return { state, events: [] };
  const { name: operator } = owner;
  const events = [
    { type: "conversation.returned", by: "silence", operator } as const,
  ];
  return { state: rest, events };
}

/** What `withOwner` makes true. */
export function eventsOfTaking(
  state: ConversationState,
  { name: operator }: Taker,
  now: number,
): readonly ConversationEvent[] {
  return ownerAt(state, now)?.name === operator
    ? []
    : [
        ...endSilence(state, now).events,
        { type: "conversation.taken", operator },
      ];
}

/**
 * Gives the conversation to a person, or to another one. What the bot has begun
 * is taken from it with the first; nobody waits for a person any more.
 */
export function withOwner(
  state: ConversationState,
  { name, silenceMs, isTold }: Taker,
  now: number,
): ConversationState {
  const { wanted: _, ...rest } = state;
  const before = ownerAt(state, now);
  return {
    ...rest,
    owner: {
      name,
      since: before?.since ?? now,
      ...(silenceMs > 0 && { until: now + silenceMs }),
      ...((isTold ?? before?.isTold) && { isTold: true }),
    },
    open: before === undefined ? state.open.map(toTaken) : state.open,
  };
}

/** Those that have not begun are left to the person when they begin. */
function toTaken(turn: OpenTurn): OpenTurn {
  const hasBegun = !isUnanswered(turn) || turn.attempts > 0;
  const isSaid = turn.origin === "operator" || turn.origin === "reminder";
  const isBots = !turn.isCommand && !turn.isAside && !isSaid;
  return hasBegun && isBots ? { ...turn, isTaken: true } : turn;
}

/** The request for a person; `undefined`: there is none, or it is forgotten. */
export function wantedIn({
  wanted,
  firstTurn,
}: Pick<ConversationState, "wanted" | "firstTurn">): Wanted | undefined {
  return wanted !== undefined && wanted.turn >= firstTurn ? wanted : undefined;
}

/** Whether messages are left to the team: a person has it, or is to come. */
export function isLeftToTeam(state: ConversationState, now: number): boolean {
  return ownerAt(state, now) !== undefined || wantedIn(state)?.waits === true;
}

/** Notes a request for a person, unless there is one, or a person has come. */
export function withWanted(
  state: ConversationState,
  { turn, asked }: { turn: number; asked: Asked | undefined },
  now: number,
): ConversationState {
  const isOver = ownerAt(state, now) !== undefined;
  if (asked === undefined || isOver || wantedIn(state)) return state;
  const { until, waits } = asked;
  const wanted: Wanted = {
    turn,
    since: now,
    ...(until !== undefined && { until }),
    ...(waits && { waits }),
  };
  return { ...state, wanted };
}

export function withoutWanted(state: ConversationState): ConversationState {
  const { wanted: _, ...rest } = state;
  return rest;
}

/** What `withWanted` makes true. */
export function toNeedsHuman(turn: Turn, asked: Asked = {}): ConversationEvent {
  const { until, opensAt } = asked;
  return {
    type: "conversation.needs_human",
    turn: turn.id,
    reason: reasonOf(turn),
    ...(until !== undefined && { until }),
    ...(opensAt !== undefined && { opensAt }),
  };
}

const MAX_REASON = 500;

/** Why a turn asks for a person: one line, maybe empty. */
export function reasonOf({
  message: { command },
  steps,
}: Pick<Turn, "message" | "steps">): string {
  const input = steps.findLast(({ asked }) => asked)?.action.input;
  const given = isObject(input) ? input["reason"] : input;
  const reason = command?.argument ?? given;
  return typeof reason === "string"
    ? shorten(reason.replaceAll(/\s+/g, " ").trim(), MAX_REASON)
    : "";
}
