import type { Outcome } from "./api.ts";
import { emptyAnswer, type Answer } from "./assemble-answer.ts";
import { findBot } from "./bot.ts";
import { describeStep } from "./descriptions.ts";
import {
  create,
  createButton,
  createCopyButton,
  oncePerFrame,
} from "./elements.ts";
import { renderFile } from "./file-chip.ts";
import { createSourcesView, createStepsView } from "./folded-list.ts";
import { createMarkdownView } from "./markdown/markdown-view.ts";
import {
  createStatusView,
  type Progress,
  type StatusProblem,
} from "./status-view.ts";
import type { Reply, ShownFile } from "./wire.ts";

/** An answer's steps and sources. */
type Details = Pick<Reply, "steps" | "sources">;

/** Details that are loaded when opened. */
interface DetailsOnDemand {
  /** `undefined` if the server did not say. */
  readonly stepCount: number | undefined;
  readonly hasSources: boolean | undefined;
  readonly load: () => Promise<Outcome<Details>>;
}

/** What the user can do with an answered message. */
export interface MessageActions {
  /** Moves the message back to the message box. */
  readonly edit: () => void;
  readonly regenerate: () => void;
}

/** The user's message. */
export interface Question {
  readonly text: string;
  readonly files?: readonly ShownFile[];
}

export interface ExchangeView {
  readonly element: HTMLElement;
  showProgress(progress: Progress): void;
  /** See `StatusView`. */
  showRetry(options: { seconds: number; tryNow: () => void }): void;
  /** The answer so far; redrawn once per frame. */
  showAnswer(answer: Answer): void;
  /** The whole answer. */
  finish(options: {
    text: string;
    details: Details | DetailsOnDemand;
    at: Date | undefined;
    /** For the newest message. */
    actions?: MessageActions;
  }): void;
  showProblem(problem: StatusProblem): void;
}

/** @param question `undefined` if only the answer is left */
export function createExchangeView(
  question: Question | undefined,
): ExchangeView {
  const markdown = createMarkdownView();
  const sources = createSourcesView();
  const steps = createStepsView();
  const liveSteps = create("ul", { class: "live-steps" });
  const status = createStatusView();
  const body = create("div", { class: "answer-body" }, [markdown.element]);
  const footer = create("footer", {}, [sources.element, steps.element]);
  const element = create("div", { class: "exchange", tabindex: "-1" }, [
    question !== undefined && renderQuestion(question),
    create("article", { class: "answer" }, [
      create("h2", { class: "visually-hidden" }, [findBot().name]),
      liveSteps,
      body,
      status.element,
      footer,
    ]),
  ]);
  let answer = emptyAnswer;
  let isOpen = true;

  function draw(): void {
    markdown.show(answer.text, { isOpen });
    if (answer.text === "") {
      drawLiveSteps();
    } else {
      liveSteps.replaceChildren();
      steps.show(answer.steps);
    }
  }

  /**
   * Shows what the agent does until the answer starts. Only appends lines, so
   * that screen readers announce only new ones.
   */
  function drawLiveSteps(): void {
    const fresh = answer.steps.slice(liveSteps.childElementCount);
    liveSteps.append(
      ...fresh.map((step) =>
        create("li", { dir: "auto" }, [(texts) => describeStep(step, texts)]),
      ),
    );
  }

  const drawSoon = oncePerFrame(draw);

  function showDetails(details: Details): void {
    sources.show(details.sources);
    steps.show(details.steps);
  }

  /** Opening either list loads both. */
  function offerDetails({
    stepCount,
    hasSources,
    load,
  }: DetailsOnDemand): void {
    const loadBoth = async () => {
      const outcome = await load();
      if (outcome.kind === "done") showDetails(outcome.value);
      return outcome;
    };
    steps.showOnDemand({ count: stepCount, load: loadBoth });
    const count = hasSources === false ? 0 : undefined;
    sources.showOnDemand({ count, load: loadBoth });
  }

  return {
    element,

    showProgress(progress) {
      body.setAttribute("aria-busy", "true");
      status.showProgress(progress);
    },

    showRetry: (options) => status.showRetry(options),

    showAnswer(next) {
      answer = next;
      drawSoon();
    },

    finish({ text: whole, details, at, actions }) {
      const isOnDemand = "load" in details;
      answer = { text: whole, steps: isOnDemand ? [] : details.steps };
      isOpen = false;
      draw();
      if (isOnDemand) offerDetails(details);
      else showDetails(details);
      body.removeAttribute("aria-busy");
      status.clear();
      footer.append(
        createCopyButton({
          text: whole,
          label: (texts) => texts.copyAnswer,
        }),
        ...(actions === undefined ? [] : renderActions(actions)),
        ...(at === undefined ? [] : [renderTime(at)]),
      );
    },

    showProblem(problem) {
      body.removeAttribute("aria-busy");
      status.showProblem(problem, {
        // The focused button may disappear.
        onAction: () => element.focus({ preventScroll: true }),
      });
    },
  };
}

function renderQuestion({ text, files = [] }: Question): HTMLElement {
  const shown = files.map((file) => renderFile(file));
  return create("article", { class: "question" }, [
    create("h2", { class: "visually-hidden" }, [(texts) => texts.you]),
    shown.length > 0 && create("ul", { class: "files" }, shown),
    text !== "" && create("p", { dir: "auto" }, [text]),
  ]);
}

/** `messages.css` shows them for the newest message only. */
function renderActions({ edit, regenerate }: MessageActions): HTMLElement[] {
  const look = { class: "quiet small newest-only" };
  return [
    createButton((texts) => texts.regenerate, regenerate, look),
    createButton((texts) => texts.edit, edit, look),
  ];
}

function renderTime(at: Date): HTMLElement {
  return create("time", { datetime: at.toISOString() }, [
    (_texts, language) => formatTime(at, language),
  ]);
}

/** The time, with the date unless it is today. */
function formatTime(at: Date, language: string): string {
  const isToday = at.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(language, {
    ...(isToday ? {} : { dateStyle: "medium" }),
    timeStyle: "short",
  }).format(at);
}
