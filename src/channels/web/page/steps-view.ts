import { describeStep } from "./descriptions.ts";
import type { Child, Elements } from "./elements.ts";
import { createFoldedList, type FoldedList } from "./folded-list.ts";
import type { Step } from "./wire.ts";

/** How an answer came about: each step with its thought, tool, input and observation. */
export function createStepsView(elements: Elements): FoldedList<Step> {
  return createFoldedList({
    kind: "steps",
    heading: (texts, count) => texts.steps(count),
    none: (texts) => texts.noSteps,
    renderItem: (step: Step) => renderStep(step, elements),
    elements,
  });
}

function renderStep(step: Step, elements: Elements): readonly Child[] {
  const { thought, tool, input, observation } = step;
  const inputText =
    typeof input === "string" ? input : JSON.stringify(input, null, 2);
  return [
    elements.create("p", { class: "step-title", dir: "auto" }, [
      (texts) => describeStep(step, texts),
    ]),
    elements.create("dl", {}, [
      ...(thought === ""
        ? []
        : [
            elements.create("dt", {}, [(texts) => texts.thought]),
            elements.create("dd", { class: "thought", dir: "auto" }, [thought]),
          ]),
      elements.create("dt", {}, [(texts) => texts.tool]),
      elements.create("dd", {}, [elements.create("code", {}, [tool])]),
      elements.create("dt", {}, [(texts) => texts.input]),
      elements.create("dd", {}, [elements.create("pre", {}, [inputText])]),
      elements.create("dt", {}, [(texts) => texts.observation]),
      elements.create("dd", {}, [
        elements.create(
          "pre",
          {
            tabindex: "0",
            role: "group",
            dir: "auto",
            "aria-label": (texts) => texts.observation,
          },
          [observation],
        ),
      ]),
    ]),
  ];
}
