import { toAddress } from "../../document/find-addresses.ts";
import type { Outcome } from "./api.ts";
import {
  describeCost,
  describeFailure,
  describeStep,
  toSentence,
} from "./descriptions.ts";
import {
  create,
  createLink,
  write,
  type Child,
  type Phrase,
} from "./elements.ts";
import type { Texts } from "./texts-english.ts";
import type { Source, Step } from "./wire.ts";

/** A collapsed list with a heading; hidden while empty. */
interface FoldedList<Item> {
  readonly element: HTMLDetailsElement;
  show(items: readonly Item[]): void;
  /** Calls `load` when the list is opened, until it has shown the items. */
  showOnDemand(options: {
    /** `undefined` if unknown. */
    count: number | undefined;
    load: () => Promise<Outcome<unknown>>;
  }): void;
}

function createFoldedList<Item>({
  kind,
  heading,
  none,
  renderItem,
}: {
  /** The element's class. */
  kind: "steps" | "sources";
  heading: (texts: Texts, count: number | undefined) => string;
  /** Shown if the opened list is empty. */
  none: Phrase;
  /** The content of an `li`. */
  renderItem: (item: Item) => readonly Child[];
}): FoldedList<Item> {
  const summary = create("summary");
  const content = create("div", { class: "fold-content" });
  const element = create("details", { class: `fold ${kind}`, hidden: true }, [
    summary,
    content,
  ]);
  let shown: readonly Item[] = [];
  let load: (() => Promise<Outcome<unknown>>) | undefined;

  function show(items: readonly Item[]): void {
    load = undefined;
    if (items === shown) return;
    shown = items;
    const isEmpty = items.length === 0;
    // If the reader has opened it, it stays and shows that it is empty.
    element.hidden = isEmpty && !element.open;
    write(summary, (texts) =>
      heading(texts, isEmpty ? undefined : items.length),
    );
    if (isEmpty) showSentence(none);
    else content.replaceChildren(renderItems(items));
  }

  function renderItems(items: readonly Item[]): HTMLOListElement {
    return create(
      "ol",
      {},
      items.map((item) => create("li", {}, renderItem(item))),
    );
  }

  async function loadOnce(): Promise<void> {
    if (load === undefined) return;
    showSentence((texts) => texts.loadingDetails);
    const outcome = await load();
    // Reopening the list retries.
    if (outcome.kind !== "done")
      showSentence((texts) => toSentence(describeFailure(outcome, texts)));
  }

  function showSentence(sentence: Phrase): void {
    content.replaceChildren(create("p", {}, [sentence]));
  }

  element.addEventListener("toggle", () => {
    if (element.open) void loadOnce();
  });

  return {
    element,
    show,
    showOnDemand(options) {
      load = options.load;
      element.hidden = options.count === 0;
      write(summary, (texts) => heading(texts, options.count));
    },
  };
}

/** An answer's sources: links with their hosts, as titles may mislead. */
export function createSourcesView(): FoldedList<Source> {
  return createFoldedList({
    kind: "sources",
    heading: (texts, count) => texts.sources(count),
    none: (texts) => texts.noSources,
    renderItem: renderSource,
  });
}

/** Without a safe address, only the title is shown. */
function renderSource({ title, url }: Source): readonly Child[] {
  // Isolated: a right-to-left title must not reorder the host.
  const name = create("bdi", {}, [title || url]);
  const address = toAddress(url);
  if (address === undefined) return [name];
  const { host } = new URL(address);
  return [
    createLink(address, [name]),
    " ",
    create("span", { class: "host", dir: "ltr" }, [host]),
  ];
}

/** An answer's steps: thought, tool, input and observation. */
export function createStepsView(): FoldedList<Step> {
  return createFoldedList({
    kind: "steps",
    heading: (texts, count) => texts.steps(count),
    none: (texts) => texts.noSteps,
    renderItem: renderStep,
  });
}

function renderStep(step: Step): readonly Child[] {
  const { thought, tool, input, observation } = step;
  const inputText =
    typeof input === "string" ? input : JSON.stringify(input, null, 2);
  return [
    create("p", { class: "step-title", dir: "auto" }, [
      (texts) => describeStep(step, texts),
    ]),
    create("dl", {}, [
      ...(thought === ""
        ? []
        : [
            create("dt", {}, [(texts) => texts.thought]),
            create("dd", { class: "thought", dir: "auto" }, [thought]),
          ]),
      create("dt", {}, [(texts) => texts.tool]),
      create("dd", {}, [create("code", {}, [tool])]),
      create("dt", {}, [(texts) => texts.input]),
      create("dd", {}, [create("pre", {}, [inputText])]),
      create("dt", {}, [(texts) => texts.observation]),
      create("dd", {}, [
        create(
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
      ...(hasCost(step)
        ? [
            create("dt", {}, [(texts) => texts.cost]),
            create("dd", {}, [(texts) => describeCost(step, texts)]),
          ]
        : []),
    ]),
  ];
}

/** Steps of earlier versions say nothing of it. */
function hasCost({ modelMs, toolMs, tokens }: Step): boolean {
  return modelMs > 0 || toolMs !== undefined || tokens.input > 0;
}
