import {
  isUnanswered,
  type ConversationState,
  type OpenTurn,
} from "./state.ts";

/**
 * Marks the turns whose rows in the index a change has put out of date, in the
 * same commit: those that were opened, ended, closed, merged or forgotten.
 * Commands and asides have no rows.
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

type Range = readonly [from: number, to: number];

function findChanged(
  before: ConversationState,
  after: ConversationState,
): readonly Range[] {
  const earlier = new Map(before.open.map((turn) => [turn.number, turn]));
  const later = new Map(after.open.map((turn) => [turn.number, turn]));
  const both = new Map([...earlier, ...later]);
  const turns = [...both].flatMap<Range>(([number, turn]) => {
    const [was, is] = [earlier.get(number), later.get(number)];
    const hasRow = turn.isCommand === undefined && turn.isAside === undefined;
    const marks: Range[] = [];
    if (hasRow && outcomeOf(was) !== outcomeOf(is))
      marks.push([number, number]);
    // Its turn no longer counts as failed.
    if (is?.supersedes !== undefined && was?.status !== is.status)
      marks.push([is.supersedes, is.supersedes]);
    return marks;
  });
  return before.firstTurn < after.firstTurn
    ? [...turns, [before.firstTurn, after.firstTurn - 1]]
    : turns;
}

function outcomeOf(turn: OpenTurn | undefined): string {
  if (turn === undefined) return "closed";
  return isUnanswered(turn) ? "waiting" : turn.status;
}

/** Sorts ranges, and joins those that overlap or touch. */
export function join(ranges: readonly Range[]): readonly Range[] {
  const joined: Range[] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1] + 1)
      joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
    else joined.push([from, to]);
  }
  return joined;
}
