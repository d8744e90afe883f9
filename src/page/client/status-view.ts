import type { ProblemText } from "./descriptions.ts";
import { create, createButton, type Phrase } from "./elements.ts";
import type { Texts } from "./texts-english.ts";

export type Progress =
  "sending" | "waiting" | "thinking" | "answering" | "reconnecting";

export interface StatusProblem {
  readonly text: (texts: Texts) => ProblemText;
  readonly action: { readonly label: Phrase; readonly run: () => void };
}

export interface StatusView {
  readonly element: HTMLElement;
  showProgress(progress: Progress): void;
  /**
   * The model is unreachable and will be retried after `seconds`; then shows
   * `thinking`.
   */
  showRetry(options: { seconds: number; tryNow: () => void }): void;
  showProblem(problem: StatusProblem, options: { onAction: () => void }): void;
  clear(): void;
}

/** A line that shows an answer's progress, or why there is none. */
export function createStatusView(): StatusView {
  const element = create("div", { class: "status" });
  let retry: ReturnType<typeof setTimeout> | undefined;

  function show(progress: string, ...content: HTMLElement[]): void {
    clearTimeout(retry);
    element.dataset["progress"] = progress;
    element.replaceChildren(...content);
  }

  function showLine(progress: string, phrase: Phrase): void {
    show(
      progress,
      create("span", { class: "dots", "aria-hidden": "true" }, [
        create("i"),
        create("i"),
        create("i"),
      ]),
      create("span", {}, [phrase]),
    );
  }

  function showProgress(progress: Progress): void {
    // Rewriting the text would make screen readers repeat it.
    if (element.dataset["progress"] === progress) return;
    showLine(progress, (texts) => texts[progress]);
  }

  return {
    element,
    showProgress,

    showRetry({ seconds, tryNow }) {
      // No countdown: screen readers would announce each number.
      showLine("retrying", (texts) => texts.retrying(seconds));
      const button = create("button", { type: "button", class: "small" }, [
        (texts) => texts.tryNow,
      ]);
      button.addEventListener("click", tryNow, { once: true });
      element.append(button);
      retry = setTimeout(() => showProgress("thinking"), seconds * 1_000);
    },

    showProblem({ text, action }, { onAction }) {
      const button = createButton(action.label, () => {
        action.run();
        onAction();
      });
      show(
        "",
        create("div", { class: "problem" }, [
          create("p", {}, [
            create("strong", {}, [(texts) => text(texts).title]),
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
