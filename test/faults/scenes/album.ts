import type { Scene } from "../run-scene.ts";
import { noteOf } from "../scene-script.ts";
import { updateWith } from "../script.ts";
import { faultsOnTheWay, read, store, write } from "../way.ts";
import { groupNotes, repliesTo } from "./note-groups.ts";
import { asking, telling } from "./stops.ts";

const NOTES = [1, 2];

/** An album of two pictures with captions. */
export const ALBUM: Scene = {
  name: "album",
  variables: () => ({ OPENAI_VISION: "on" }),
  faults: faultsOnTheWay([
    // The first check is followed by a wait for more, the second by a shorter
    // one or none.
    read("waitingTurns 1", "looking for more of it"),
    read("waitingTurns 2", "looking again"),
    write("beginAttempt", "noting the attempt", { moments: ["after"] }),
    store("mergeTurns", "merging two pictures"),
    asking("model call for 1, 2"),
    telling("answer to 1, 2"),
  ]),
  begin(world, { number, faultCase: { fault } }) {
    const file = `picture-${number}`;
    world.telegram.addFile(file, Uint8Array.from([0xff, 0xd8, 0xff]));
    const idOf = (note: number) => number * 10 + 9 - note;
    const updates = NOTES.map((note) =>
      updateWith({
        id: idOf(note),
        number,
        text: "",
        message: {
          text: undefined,
          photo: [{ file_id: file, file_size: 3 }],
          caption: noteOf(note, number),
          media_group_id: `album-${number}`,
        },
      }),
    );
    const isMerged =
      fault.kind === "outside" || fault.point === "after mergeTurns";
    return {
      updates,
      async run() {
        for (const update of updates) await world.post(update);
      },
      release: () => {},
      expect: (sent) =>
        repliesTo(isMerged ? [NOTES] : groupNotes(sent, NOTES), {
          number,
          idOf,
          write: (group) =>
            `${"[photo] ".repeat(group.length)}${group.map((note) => noteOf(note, number)).join("\n\n")}`,
        }),
    };
  },
};
