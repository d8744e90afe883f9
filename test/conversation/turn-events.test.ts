import { expect, it } from "vitest";
import {
  eventsSoFar,
  publishInOrder,
} from "../../src/conversation/turn-events.ts";
import type { Step, Turn, TurnEvent } from "../../src/types/turn.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createStep, createTurn } from "../fixtures/turns.ts";

function setUp(earlierSteps: readonly Step[] = []) {
  const told: number[] = [];
  const tell = publishInOrder(earlierSteps, (event: TurnEvent) => {
    if (event.type === "step") told.push(event.index);
  });
  const step = { ...createStep(), observation: "Done." };
  return { told, tell: (index: number) => tell(index, step) };
}

it("publishes steps in order, whichever finishes first", () => {
  const { told, tell } = setUp();
  tell(2);
  tell(1);
  expect(told).toEqual([]);
  tell(0);
  tell(3);
  expect(told).toEqual([0, 1, 2, 3]);
});

it("resumes after the steps that an earlier attempt finished", () => {
  const finished = createStep({ observation: "Done." });
  const { told, tell } = setUp([finished, createStep(), finished]);
  tell(1);
  tell(3);
  expect(told).toEqual([1, 2, 3]);
});

it.each<[string, Partial<Turn>, string, unknown[]]>([
  ["is being answered", {}, "Mos", ["Mos"]],
  ["is not answered yet", {}, "", []],
  ["is answered", { reply: "Moss." }, "", ["Moss.", "end"]],
  ["has failed", { status: "failed", reply: "Sorry." }, "", ["end"]],
  [
    "works on its second step",
    { steps: [createStep({ observation: "Done." }), createStep()] },
    "Mos",
    ["step 0 Done.", "Mos"],
  ],
])(
  "begin with the steps and what was written of a turn that %s",
  (_, turn, answer, shown) => {
    const message = createMessage({ id: "1" });
    const { reply: _reply, ...open } = createTurn({ message });
    const events = eventsSoFar({ ...open, ...turn }, { answer });
    expect(
      events.map((event) =>
        event.type === "delta"
          ? event.text
          : event.type === "step"
            ? `step ${event.index} ${event.step.observation}`
            : event.type,
      ),
    ).toEqual(shown);
  },
);
