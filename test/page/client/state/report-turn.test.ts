import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDelta,
  addStep,
  type AnswerSoFar,
} from "../../../../src/page/client/state/report-turn.ts";
import type { Step } from "../../../../src/page/client/turn-events.ts";

const empty: AnswerSoFar = { text: "", steps: [] };

describe("addDelta", () => {
  it("joins the pieces of an answer, however it was cut", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), (pieces) => {
        let answer = empty;
        for (const text of pieces) {
          answer = addDelta(answer, { offset: answer.text.length, text });
        }
        expect(answer.text).toBe(pieces.join(""));
      }),
    );
  });

  it("restarts from an earlier offset", () => {
    const answer = addDelta(empty, { offset: 0, text: "The moon" });
    expect(addDelta(answer, { offset: 4, text: "sun" }).text).toBe("The sun");
    expect(addDelta(answer, { offset: 0, text: "A" }).text).toBe("A");
  });

  it("counts in UTF-16 units", () => {
    const answer = addDelta(empty, { offset: 0, text: "😀 好" });
    expect(addDelta(answer, { offset: 3, text: "的" }).text).toBe("😀 的");
  });

  it("shows a piece even if the previous one is missing", () => {
    expect(addDelta(empty, { offset: 9, text: "late" }).text).toBe("late");
  });
});

describe("addStep", () => {
  it("keeps steps in the order of their indexes", () => {
    let answer = addStep(empty, { index: 0, step: step("a") });
    answer = addStep(answer, { index: 1, step: step("b") });
    expect(answer.steps).toEqual([step("a"), step("b")]);
  });

  it("replaces a step that comes again", () => {
    let answer = addStep(empty, { index: 0, step: step("a") });
    answer = addStep(answer, { index: 1, step: step("b") });
    answer = addStep(answer, { index: 0, step: step("c") });
    expect(answer.steps).toEqual([step("c"), step("b")]);
  });

  it("leaves no gaps", () => {
    const { steps } = addStep(empty, { index: 5, step: step("a") });
    expect(steps).toEqual([step("a")]);
  });
});

function step(observation: string): Step {
  return {
    thought: "",
    tool: "search",
    input: "x",
    observation,
    usage: { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 },
  };
}
