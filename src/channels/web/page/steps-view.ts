import type { Outcome } from "./api.ts";
import type { Elements } from "./create-elements.ts";
import { describeFailure, toSentence } from "./describe-problem.ts";
import { describeStep } from "./describe-step.ts";
import type { Reply, Step } from "./wire.ts";

/** Steps that are loaded when somebody wants to see them. */
export interface StepsOnDemand {
  /** `undefined` where it is not known before. */
  readonly count: number | undefined;
  readonly load: () => Promise<Outcome<Reply>>;
}

/** Hidden while there are no steps. */
export interface StepsView {
  readonly element: HTMLDetailsElement;
  show(steps: readonly Step[]): void;
  showOnDemand(steps: StepsOnDemand): void;
}

/** How an answer came about: closed at first, each step with its thought, tool, input and observation. */
export function createStepsView(elements: Elements): StepsView {
  const summary = elements.create("summary");
  const content = elements.create("div", { class: "steps-content" });
  const element = elements.create("details", { class: "steps", hidden: true }, [
    summary,
    content,
  ]);
  let shown: readonly Step[] = [];
  let load: StepsOnDemand["load"] | undefined;

  function show(steps: readonly Step[]): void {
    if (steps === shown) return;
    shown = steps;
    element.hidden = steps.length === 0;
    elements.write(summary, (texts) => texts.steps(steps.length));
    content.replaceChildren(renderSteps(steps, elements));
  }

  function showOnDemand(steps: StepsOnDemand): void {
    load = steps.load;
    element.hidden = steps.count === 0;
    elements.write(summary, (texts) => texts.steps(steps.count));
  }

  async function loadOnce(): Promise<void> {
    if (load === undefined) return;
    showSentence((texts) => texts.loadingSteps);
    const outcome = await load();
    if (outcome.kind !== "done") {
      // Closing and opening it tries again.
      showSentence((texts) => toSentence(describeFailure(outcome, texts)));
      return;
    }
    load = undefined;
    const { steps } = outcome.value;
    if (steps.length === 0) showSentence((texts) => texts.noSteps);
    else show(steps);
  }

  function showSentence(phrase: Parameters<Elements["write"]>[1]): void {
    content.replaceChildren(elements.create("p", {}, [phrase]));
  }

  element.addEventListener("toggle", () => {
    if (element.open) void loadOnce();
  });
  return { element, show, showOnDemand };
}

function renderSteps(
  steps: readonly Step[],
  elements: Elements,
): HTMLOListElement {
  return elements.create(
    "ol",
    {},
    steps.map((step) => renderStep(step, elements)),
  );
}

function renderStep(step: Step, elements: Elements): HTMLLIElement {
  const { thought, tool, input, observation } = step;
  const inputText =
    typeof input === "string" ? input : JSON.stringify(input, null, 2);
  return elements.create("li", {}, [
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
  ]);
}
