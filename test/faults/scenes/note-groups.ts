import { linesOf } from "../conversation-watch.ts";
import { answerToNotes, notesIn } from "../scene-script.ts";

/** Numbers of notes that were answered together. */
type Group = readonly number[];

/**
 * Before they are merged for good, notes may be answered in any groups, in
 * order.
 */
export function groupNotes(
  sent: readonly string[],
  notes: Group,
): readonly Group[] {
  const groups = [...new Set(sent)]
    .filter((name) => name.startsWith("answer to "))
    .map((name) => notesIn(name.replace("answer to", "An answer for 0 to")));
  return groups.flat().join() === notes.join() ? groups : [notes];
}

/** The expected replies and history of notes answered in these groups. */
export function repliesTo(
  groups: readonly Group[],
  {
    number,
    idOf,
    write,
  }: {
    number: number;
    /** Update id of a note. */
    idOf: (note: number) => number;
    /** A group's text in the history. */
    write: (group: Group) => string;
  },
): { sent: readonly string[]; history: readonly string[] } {
  return {
    sent: groups.map((group) => `answer to ${group.join(", ")}`),
    history: groups.flatMap((group) =>
      linesOf(idOf(group[0] ?? 0), write(group), answerToNotes(group, number)),
    ),
  };
}
