import { historyOf } from "../conversation-watch.ts";
import { inTime } from "../in-time.ts";
import type { Scene } from "../run-scene.ts";
import { noteOf } from "../scene-script.ts";
import { LONG_REPLY, updateOf, updateWith } from "../script.ts";
import { faultsOnTheWay, store } from "../way.ts";
import { groupNotes, repliesTo } from "./note-groups.ts";
import { telling } from "./stops.ts";

const NOTES = [1, 2, 3];

/** Three notes that wait while the long question is being answered. */
export const MERGED: Scene = {
  name: "merged",
  faults: faultsOnTheWay([
    store("mergeTurns", "merging three messages"),
    {
      kind: "requests",
      calls: ["model call for 1, 2, 3"],
      stages: ["asked", "half answered"],
    },
    telling("answer to 1, 2, 3"),
  ]),
  begin(world, { number, faultCase: { fault } }) {
    const model = { number, name: "model call 1" };
    const hold = world.hold(model, "asked");
    const id = number * 10 + 9;
    const first = updateOf({ id, number, question: "long" });
    const idOf = (note: number) => id - note;
    const notes = NOTES.map((note) =>
      updateWith({ id: idOf(note), number, text: noteOf(note, number) }),
    );
    const isMerged =
      fault.kind === "outside" || fault.point === "after mergeTurns";
    return {
      updates: [first, ...notes],
      async run() {
        await world.post(first);
        await inTime("the first model call", hold.reached);
        for (const update of notes) await world.post(update);
        hold.release();
      },
      release: () => hold.release(),
      expect(sent) {
        const groups = isMerged ? [NOTES] : groupNotes(sent, NOTES);
        const replies = repliesTo(groups, {
          number,
          idOf,
          write: (group) =>
            group.map((note) => noteOf(note, number)).join("\n\n"),
        });
        return {
          sent: [...LONG_REPLY, ...replies.sent],
          history: [...historyOf(id, "long", number), ...replies.history],
        };
      },
    };
  },
};
