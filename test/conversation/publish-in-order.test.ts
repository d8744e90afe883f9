import { expect, it } from "vitest";
import { publishInOrder } from "../../src/conversation/turn-events.ts";
import type { Step, TurnEvent } from "../../src/types/turn.ts";
import { createStep } from "../fixtures/turns.ts";

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
