import { isObject } from "../../../text/json.ts";
import { shorten } from "../../../text/text.ts";
import type { Asked, Wanted } from "../../../types/asking.ts";
import type { ConversationEvent } from "../../../types/event.ts";
import type { Turn } from "../../../types/turn.ts";
import type { ConversationState } from "../state.ts";
import { ownerAt } from "./owner.ts";

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

/** In UTF-16 units. */
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
