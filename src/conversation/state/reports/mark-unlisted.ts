import { join, type Range } from "../ranges.ts";
import {
  isUnanswered,
  type ConversationState,
  type OpenTurn,
  type TurnState,
} from "../state.ts";

/**
 * Marks the turns whose rows in the index a change has put out of date, in the
 * same commit: those that were opened, ended, closed, merged or forgotten, or
 * that have asked for a person. Commands and asides have no rows.
 */
export function markUnlisted(
  before: ConversationState,
  after: ConversationState,
): ConversationState {
  const changed = findChanged(before, after);
  return changed.length === 0 ? after : withUnlisted(after, changed);
}

/** Marks turns, whatever a change has done to them. */
export function withUnlisted(
  state: ConversationState,
  changed: readonly Range[],
): ConversationState {
  const { ranges = [], changes = 0 } = state.unlisted ?? {};
  return {
    ...state,
    unlisted: { ranges: join([...ranges, ...changed]), changes: changes + 1 },
  };
}

function findChanged(
  before: ConversationState,
  after: ConversationState,
): readonly Range[] {
  const earlier = new Map(before.open.map((turn) => [turn.number, turn]));
  const later = new Map(after.open.map((turn) => [turn.number, turn]));
  const both = new Map([...earlier, ...later]);
  const turns = [...both].flatMap<Range>(([number, turn]) => {
    const [was, is] = [earlier.get(number), later.get(number)];
    const marks: Range[] = [];
    if (hasRow(turn) && outcomeOf(was) !== outcomeOf(is))
      marks.push([number, number]);
    // Its turn no longer counts as failed.
    if (is?.supersedes !== undefined && was?.status !== is.status)
      marks.push([is.supersedes, is.supersedes]);
    return marks;
  });
  const asked = [before, after].flatMap<Range>(({ wanted }) =>
    wanted === undefined || before.wanted?.turn === after.wanted?.turn
      ? []
      : [[wanted.turn, wanted.turn]],
  );
  return before.firstTurn < after.firstTurn
    ? [...turns, ...asked, [before.firstTurn, after.firstTurn - 1]]
    : [...turns, ...asked];
}

/** Commands have none, unless they have asked for a person. */
export function hasRow({ isCommand, isAside, ending }: TurnState): boolean {
  const isPlain = isCommand === undefined || ending?.asksForPerson === true;
  return isPlain && isAside === undefined;
}

function outcomeOf(turn: OpenTurn | undefined): string {
  if (turn === undefined) return "closed";
  return isUnanswered(turn) ? "waiting" : turn.status;
}
