import { eventually } from "../e2e/wrangler-dev.ts";
import { historyOf, toHistoryLine } from "./conversation-watch.ts";
import { inTime, PATIENCE } from "./in-time.ts";
import type { Scene } from "./run-scene.ts";
import {
  answerToNotes,
  noteOf,
  notesIn,
  sceneQuestionOf,
  streamedAnswerOf,
} from "./scene-script.ts";
import { updateOf, updateWith } from "./script.ts";
import { faultsOnTheWay, read, type Stop, store, write } from "./way.ts";

const LONG_REPLY = ["part 1", "part 2", "part 3"];

/** Calls that are made on the way, and at which nothing is killed. */
function passing(...calls: readonly string[]): Stop {
  return { kind: "requests", calls, stages: [] };
}

function telling(...calls: readonly string[]): Stop {
  return { kind: "requests", calls, stages: ["asked", "done"] };
}

/** A draft of two messages, a status in the place of the first, then the answer there; the second is taken back. */
const STREAMED: Scene = {
  name: "streamed",
  variables: { TELEGRAM_STREAMING: "edit" },
  faults: faultsOnTheWay([
    passing("streamed model call 1"),
    read("previews", "reading the previews"),
    telling("preview 1"),
    store("notePreview 0", "noting preview 1", { stores: "preview 1" }),
    telling("preview 2"),
    store("notePreview 1", "noting preview 2", { stores: "preview 2" }),
    write("saveSteps 0 actions", "storing the action", {
      moments: ["after"],
      stores: "streamed model call 1",
    }),
    passing("search 1"),
    telling("edit: status"),
    write("saveSteps 0 observation", "storing the observation", {
      moments: ["after"],
      stores: "search 1",
    }),
    passing("streamed model call 2"),
    store("commitTurn", "committing the turn", {
      stores: "streamed model call 2",
    }),
    telling("edit: streamed answer"),
    store("noteSent 0", "noting the answer as sent"),
    telling("removal"),
    store("noteRemoved 1", "noting the removal"),
    write("closeTurn", "closing the turn"),
  ]),
  begin(world, { number, asker }) {
    const model = { number, name: "streamed model call 1" };
    const draft = world.hold(model, "half answered");
    const search = world.hold({ number, name: "search 1" }, "asked");
    let isReleased = false;
    const see = (name: string) =>
      eventually(
        `${name} for ${number}`,
        () => isReleased || asker.sent().includes(name) || undefined,
        PATIENCE,
      );
    const lead = async (): Promise<void> => {
      await see("preview 2");
      draft.release();
      await see("status");
      search.release();
    };
    const id = number * 10 + 2;
    const question = sceneQuestionOf("streamed", number);
    const update = updateWith({ id, number, text: question });
    return {
      updates: [update],
      async run() {
        await world.post(update);
        // Where it does not come so far, the process does not come to the point.
        lead().catch(() => {});
      },
      release() {
        isReleased = true;
        draft.release();
        search.release();
      },
      expect: () => ({
        sent: ["streamed answer"],
        history: linesOf(id, question, streamedAnswerOf(number)),
      }),
    };
  },
};

/** Three notes that wait while the long question is being answered. */
const MERGED: Scene = {
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
    const notes = [1, 2, 3].map((note) =>
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
        const groups = isMerged ? [[1, 2, 3]] : groupNotes(sent);
        const answers = groups.map((group) => `answer to ${group.join(", ")}`);
        const history = groups.flatMap((group) =>
          linesOf(
            idOf(group[0] ?? 0),
            group.map((note) => noteOf(note, number)).join("\n\n"),
            answerToNotes(group, number),
          ),
        );
        return {
          sent: [...LONG_REPLY, ...answers],
          history: [...historyOf(id, "long", number), ...history],
        };
      },
    };
  },
};

/** Before they are merged for good, they may be answered in any groups, in order. */
function groupNotes(sent: readonly string[]): readonly (readonly number[])[] {
  const groups = [...new Set(sent)]
    .filter((name) => name.startsWith("answer to "))
    .map((name) => notesIn(name.replace("answer to", "An answer for 0 to")));
  return groups.flat().join() === "1,2,3" ? groups : [[1, 2, 3]];
}

/** `/stop` while the model is asked. */
const STOPPED: Scene = {
  name: "stopped",
  faults: faultsOnTheWay([
    passing("model call 1"),
    write("openTurn of a stop", "storing /stop"),
    store("commitTurn", "committing the stopped turn", {
      stores: "model call 1",
    }),
    telling("stopped"),
    store("noteSent 0", "noting the notice as sent", { stores: "stopped" }),
    write("closeTurn", "closing the stopped turn"),
  ]),
  begin(world, { number }) {
    const hold = world.hold({ number, name: "model call 1" }, "asked");
    const id = number * 10 + 9;
    const first = updateOf({ id, number, question: "long" });
    const stop = updateWith({ id: id - 1, number, text: "/stop" });
    return {
      updates: [first, stop],
      async run() {
        await world.post(first);
        await inTime("the first model call", hold.reached);
        await world.post(stop);
      },
      release: () => hold.release(),
      expect: () => ({ sent: ["stopped"], history: [] }),
    };
  },
};

/** A long question, whose model calls are counted by the budget's object. */
const COUNTED: Scene = {
  name: "budget",
  object: "everybody",
  faults: faultsOnTheWay([
    write("reserve 1", "reserving tokens for model call 1"),
    write("reserve 2", "reserving tokens for model call 2"),
    write("settle", "settling the last call"),
  ]),
  begin(world, { number }) {
    const id = number * 10 + 2;
    const update = updateOf({ id, number, question: "long" });
    return {
      updates: [update],
      run: () => world.post(update),
      release: () => {},
      expect: () => ({
        sent: LONG_REPLY,
        history: historyOf(id, "long", number),
      }),
    };
  },
};

/** A question that the model refuses, whose turn is listed as failed. */
function listed(object: string | undefined, way: readonly Stop[]): Scene {
  return {
    name: "failed",
    ...(object !== undefined && { object }),
    faults: faultsOnTheWay(way),
    begin(world, { number, asker }) {
      const id = number * 10 + 2;
      const text = sceneQuestionOf("refused", number);
      const update = updateWith({ id, number, text });
      return {
        updates: [update],
        run: () => world.post(update),
        release: () => {},
        expect: () => ({ sent: ["refusal"], history: [] }),
        async isHistoryBroken() {
          const all = await world.listFailures();
          const own = all.filter(
            ({ conversation }) => conversation === asker.conversation,
          );
          return own.map((turn) => turn.id).join() !== String(id);
        },
      };
    },
  };
}

function linesOf(id: number, question: string, answer: string) {
  const turn = String(id);
  return [
    toHistoryLine({ turn, role: "user", text: question }),
    toHistoryLine({ turn, role: "assistant", text: answer }),
  ];
}

export const SCENES: readonly Scene[] = [
  STREAMED,
  MERGED,
  STOPPED,
  COUNTED,
  listed("failures", [write("add", "listing the failed turn")]),
  listed(undefined, [write("noteReported", "noting that it is listed")]),
];
