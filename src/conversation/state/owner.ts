import type { Asked, Wanted } from "../../types/asking.ts";
import type { Owner } from "../../types/handover.ts";
import {
  isUnanswered,
  type ConversationState,
  type OpenTurn,
} from "./state.ts";

/** A person of the team, and how long the bot leaves it to them. */
export interface Taker {
  readonly name: string;
  /** Since they last wrote; 0: until they hand it back. */
  readonly silenceMs: number;
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

/**
 * Gives the conversation to a person, or to another one. What the bot has begun
 * is taken from it with the first; nobody waits for a person any more.
 */
export function withOwner(
  state: ConversationState,
  { name, silenceMs }: Taker,
  now: number,
): ConversationState {
  const before = ownerAt(state, now);
  return {
    ...withoutWanted(state),
    owner: {
      name,
      since: before?.since ?? now,
      ...(silenceMs > 0 && { until: now + silenceMs }),
      ...(before?.isTold && { isTold: true }),
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
