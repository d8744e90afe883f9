import type { Memory } from "../../src/conversation/memory.ts";
import type { Tripwire } from "./tripwire.ts";

/**
 * A real memory with points before and after each method of a turn.
 * @param open gets what to call where a method has written and either waits for
 *   durability or does not
 */
export function watchMemory(
  { reach }: Tripwire,
  open: (whileItWrites: () => Promise<void>) => Memory,
): Memory {
  let running = "";
  let recalls = 0;
  let looks = 0;
  const memory = open(() => reach(`while ${running}`));
  const watch = async <Result>(
    name: string,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    await reach(`before ${name}`);
    running = name;
    const result = await work();
    await reach(`after ${name}`);
    return result;
  };
  return {
    ...memory,
    openTurn: (message, options) =>
      watch(options.isStop === true ? "openTurn of a stop" : "openTurn", () =>
        memory.openTurn(message, options),
      ),
    beginAttempt: (id) => {
      recalls = 0;
      return watch("beginAttempt", () => memory.beginAttempt(id));
    },
    recall: () => watch(`recall ${++recalls}`, () => memory.recall()),
    waitingTurns: () =>
      watch(`waitingTurns ${++looks}`, () => memory.waitingTurns()),
    mergeTurns: (id, others, message) =>
      watch("mergeTurns", () => memory.mergeTurns(id, others, message)),
    saveSteps: (id, from, steps) => {
      const isDone = steps.every(
        ({ observation }) => observation !== undefined,
      );
      return watch(
        `saveSteps ${from} ${isDone ? "observation" : "actions"}`,
        () => memory.saveSteps(id, from, steps),
      );
    },
    openReply: (reply, options) =>
      watch("openReply", () => memory.openReply(reply, options)),
    openDue: async (options) => {
      const due = (await memory.nextDue()) ?? Infinity;
      return due <= Date.now()
        ? watch("openDue", () => memory.openDue(options))
        : memory.openDue(options);
    },
    handBack: (by) => watch("handBack", () => memory.handBack(by)),
    noteTold: (told) => watch("noteTold", () => memory.noteTold(told)),
    commitTurn: (id, outcome) =>
      watch(
        outcome.reply === ""
          ? "commitTurn of nothing"
          : `commitTurn${ofOrigin(id)}`,
        () => memory.commitTurn(id, outcome),
      ),
    listPreviews: (id) => watch("previews", () => memory.listPreviews(id)),
    notePreview: (id, index, receipt) =>
      watch(`notePreview ${index}`, () =>
        memory.notePreview(id, index, receipt),
      ),
    noteRemoved: (id, index) =>
      watch(`noteRemoved ${index}`, () => memory.noteRemoved(id, index)),
    pendingParts: (id) => watch("pendingParts", () => memory.pendingParts(id)),
    noteSent: (id, index, receipt) =>
      watch(`noteSent ${index}`, () => memory.noteSent(id, index, receipt)),
    noteGivenUp: (id, index) =>
      watch(`noteGivenUp ${index}`, () => memory.noteGivenUp(id, index)),
    closeTurn: (id, options) =>
      watch(`closeTurn${ofOrigin(id)}`, () => memory.closeTurn(id, options)),
    stopTurn: (id) => watch("stopTurn", () => memory.stopTurn(id)),
    reopenTurn: (id) => watch("reopenTurn", () => memory.reopenTurn(id)),
    reopenLastFailed: (asking) =>
      watch("reopenLastFailed", () => memory.reopenLastFailed(asking)),
    changeLink: (change) =>
      watch(`changeLink ${change.kind}`, () => memory.changeLink(change)),
    moveWindow: (move) => watch("moveWindow", () => memory.moveWindow(move)),
  };
}

function ofOrigin(turn: string): string {
  if (turn.startsWith("operator/")) return " of a person";
  return turn.startsWith("schedule:") ? " of a reminder" : "";
}
