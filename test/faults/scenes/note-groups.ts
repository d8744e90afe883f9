import { linesOf } from "../conversation-watch.ts";
import { answerToNotes, notesIn } from "../scene-script.ts";

/** Notes that were answered together, by their numbers. */
type Group = readonly number[];

/** Before they are merged for good, they may be answered in any groups, in order. */
export function groupNotes(
  sent: readonly string[],
  notes: Group,
): readonly Group[] {
  const groups = [...new Set(sent)]
    .filter((name) => name.startsWith("answer to "))
    .map((name) => notesIn(name.replace("answer to", "An answer for 0 to")));
  return groups.flat().join() === notes.join() ? groups : [notes];
}

/** What people have, and what the history holds, of notes that were answered so. */
export function repliesTo(
  groups: readonly Group[],
  {
    number,
    idOf,
    write,
  }: {
    number: number;
    /** Of the update that a note came with. */
    idOf: (note: number) => number;
    /** A group, as the history has it. */
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
