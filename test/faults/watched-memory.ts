import { createMemory, type Memory } from "../../src/conversation/memory.ts";
import type { ConversationState } from "../../src/conversation/state/state.ts";
import type { SqliteDatabase } from "../../src/stores/sqlite/sqlite-database.ts";
import { createSqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import type { Tripwire } from "./tripwire.ts";

/**
 * The real memory, with points before and after each method of a turn, and one
 * where a method has written and either waits for durability or does not.
 */
export function createWatchedMemory({
  database,
  now,
  tripwire: { reach },
}: {
  database: SqliteDatabase;
  now: () => number;
  tripwire: Tripwire;
}): Memory {
  let running = "";
  let recalls = 0;
  let looks = 0;
  const store = createSqliteStore<ConversationState>({
    database: {
      ...database,
      async sync() {
        await reach(`while ${running}`);
        await database.sync();
      },
    },
  });
  const memory = createMemory({
    store: {
      ...store,
      async commit(change) {
        const commit = await store.commit(change);
        if (change.isConfirmedLater) await reach(`while ${running}`);
        return commit;
      },
    },
    now,
  });
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
    handBack: (operator) => watch("handBack", () => memory.handBack(operator)),
    noteTold: (told) => watch("noteTold", () => memory.noteTold(told)),
    commitTurn: (id, outcome) =>
      watch(
        outcome.reply === ""
          ? "commitTurn of nothing"
          : `commitTurn${ofPerson(id)}`,
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
      watch(`closeTurn${ofPerson(id)}`, () => memory.closeTurn(id, options)),
    stopTurn: (id) => watch("stopTurn", () => memory.stopTurn(id)),
    reopenTurn: (id) => watch("reopenTurn", () => memory.reopenTurn(id)),
    reopenLastFailed: (asking) =>
      watch("reopenLastFailed", () => memory.reopenLastFailed(asking)),
    moveWindow: (move) => watch("moveWindow", () => memory.moveWindow(move)),
    noteReported: (report) =>
      watch("noteReported", () => memory.noteReported(report)),
  };
}

function ofPerson(turn: string): string {
  return turn.startsWith("operator/") ? " of a person" : "";
}
