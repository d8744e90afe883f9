import type { Outcome } from "./api.ts";
import { describeFailure, toSentence } from "./descriptions.ts";
import type { Child, Elements, Phrase } from "./elements.ts";
import type { Texts } from "./texts.ts";

/** A list behind its heading: closed at first, and hidden while there is nothing in it. */
export interface FoldedList<Item> {
  readonly element: HTMLDetailsElement;
  show(items: readonly Item[]): void;
  /** For items that `load` shows, which is called when the list is opened, until it has shown them. */
  showOnDemand(options: {
    /** `undefined` where it is not known before. */
    count: number | undefined;
    load: () => Promise<Outcome<unknown>>;
  }): void;
}

export function createFoldedList<Item>({
  kind,
  heading,
  none,
  renderItem,
  elements,
}: {
  /** The element's class. */
  kind: "steps" | "sources";
  heading: (texts: Texts, count: number | undefined) => string;
  /** For a list that was opened in vain. */
  none: Phrase;
  /** What stands in the item's `li`. */
  renderItem: (item: Item) => readonly Child[];
  elements: Elements;
}): FoldedList<Item> {
  const summary = elements.create("summary");
  const content = elements.create("div", { class: "fold-content" });
  const element = elements.create(
    "details",
    { class: `fold ${kind}`, hidden: true },
    [summary, content],
  );
  let shown: readonly Item[] = [];
  let load: (() => Promise<Outcome<unknown>>) | undefined;

  function show(items: readonly Item[]): void {
    load = undefined;
    if (items === shown) return;
    shown = items;
    const isEmpty = items.length === 0;
    // Who has opened it is told that there is nothing.
    element.hidden = isEmpty && !element.open;
    elements.write(summary, (texts) =>
      heading(texts, isEmpty ? undefined : items.length),
    );
    if (isEmpty) showSentence(none);
    else content.replaceChildren(renderItems(items));
  }

  function renderItems(items: readonly Item[]): HTMLOListElement {
    return elements.create(
      "ol",
      {},
      items.map((item) => elements.create("li", {}, renderItem(item))),
    );
  }

  async function loadOnce(): Promise<void> {
    if (load === undefined) return;
    showSentence((texts) => texts.loadingDetails);
    const outcome = await load();
    // Closing and opening it tries again.
    if (outcome.kind !== "done")
      showSentence((texts) => toSentence(describeFailure(outcome, texts)));
  }

  function showSentence(sentence: Phrase): void {
    content.replaceChildren(elements.create("p", {}, [sentence]));
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
      elements.write(summary, (texts) => heading(texts, options.count));
    },
  };
}
