import type { Elements, Phrase } from "./create-elements.ts";
import type { ProblemText } from "./describe-problem.ts";
import type { Texts } from "./texts.ts";

export type Progress =
  "sending" | "waiting" | "thinking" | "answering" | "reconnecting";

/** What went wrong, and what the reader may do about it. */
export interface StatusProblem {
  readonly text: (texts: Texts) => ProblemText;
  readonly action: { readonly label: Phrase; readonly run: () => void };
}

export interface StatusView {
  readonly element: HTMLElement;
  showProgress(progress: Progress): void;
  showProblem(problem: StatusProblem, options: { onAction: () => void }): void;
  clear(): void;
}

/** A line that says how far an answer is, or why there is none. */
export function createStatusView(elements: Elements): StatusView {
  const element = elements.create("div", { class: "status" });

  function show(progress: string, ...content: HTMLElement[]): void {
    element.dataset["progress"] = progress;
    element.replaceChildren(...content);
  }

  return {
    element,

    showProgress(progress) {
      // Said once: each new text is read out.
      if (element.dataset["progress"] === progress) return;
      show(
        progress,
        elements.create("span", { class: "dots", "aria-hidden": "true" }, [
          elements.create("i"),
          elements.create("i"),
          elements.create("i"),
        ]),
        elements.create("span", {}, [(texts) => texts[progress]]),
      );
    },

    showProblem({ text, action }, { onAction }) {
      const button = elements.create("button", { type: "button" }, [
        action.label,
      ]);
      button.addEventListener("click", () => {
        action.run();
        onAction();
      });
      show(
        "",
        elements.create("div", { class: "problem" }, [
          elements.create("p", {}, [
            elements.create("strong", {}, [(texts) => text(texts).title]),
            (texts) => text(texts).detail,
          ]),
          button,
        ]),
      );
    },

    clear() {
      show("");
    },
  };
}
