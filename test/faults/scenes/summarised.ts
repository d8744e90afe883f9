import { historyOf, linesOf } from "../conversation-watch.ts";
import type { Scene } from "../run-scene.ts";
import { answerToNotes, noteOf, summaryOf } from "../scene-script.ts";
import { LONG_REPLY, updateOf, updateWith } from "../script.ts";
import { faultsOnTheWay, store } from "../way.ts";

/**
 * A window filled with the long answer: after the next turn, everything before
 * it is summarised.
 */
export const SUMMARISED: Scene = {
  name: "summarised",
  // Less than the window's content but more than half: a failed summary is
  // retried.
  variables: () => ({ MEMORY_MAX_TOKENS: "1500" }),
  variablesBefore: { MEMORY_MAX_TOKENS: "6000" },
  faults: faultsOnTheWay([
    {
      kind: "requests",
      calls: ["summary model call 1"],
      stages: ["asked", "half answered"],
    },
    store("moveWindow", "moving the window", {
      stores: "summary model call 1",
    }),
  ]),
  begin(world, { number, asker }) {
    const id = number * 10 + 9;
    const first = updateOf({ id, number, question: "long" });
    const note = noteOf(1, number);
    const second = updateWith({ id: id - 1, number, text: note });
    return {
      updates: [first, second],
      async prepare() {
        await world.post(first);
        await asker.waitForSent(LONG_REPLY);
      },
      run: () => world.post(second),
      release: () => {},
      expect: () => ({
        sent: [...LONG_REPLY, "answer to 1"],
        history: [
          ...historyOf(id, "long", number),
          ...linesOf(id - 1, note, answerToNotes([1], number)),
        ],
      }),
      async judgeRest() {
        const { messages, summary, windowStart } = await world.readState(
          asker.conversation,
        );
        const begin = messages.find(({ turn }) => turn === String(id - 1));
        return {
          isHistoryBroken:
            begin === undefined ||
            summary !== summaryOf(number) ||
            windowStart !== begin.sequence,
        };
      },
    };
  },
};
