import type { Child, Elements } from "../elements.ts";
import { parseMarkdown } from "./parse-markdown.ts";
import { renderBlocks } from "./render-blocks.ts";

export interface MarkdownView {
  readonly element: HTMLElement;
  show(markdown: string): void;
}

/** Shows Markdown that grows while it is written. Blocks that stay the same keep their nodes, and so selections and scroll positions. */
export function createMarkdownView(elements: Elements): MarkdownView {
  const element = elements.create("div", { class: "markdown", dir: "auto" });
  let shown: readonly { raw: string; box: HTMLElement }[] = [];
  let shownLinks = "";

  function show(markdown: string): void {
    const parsed = parseMarkdown(markdown);
    if (parsed === undefined) {
      element.replaceChildren(createBox(["raw"], [markdown]));
      shown = [];
      return;
    }
    const { blocks, linksKey } = parsed;
    const same = linksKey === shownLinks ? countSame(blocks) : 0;
    const fresh = blocks.slice(same).map((block) => ({
      raw: block.raw,
      box: createBox([], renderBlocks([block], elements)),
    }));
    shown = [...shown.slice(0, same), ...fresh];
    shownLinks = linksKey;
    for (const stale of [...element.children].slice(same)) stale.remove();
    element.append(...fresh.map(({ box }) => box));
  }

  function countSame(blocks: readonly { raw: string }[]): number {
    const first = blocks.findIndex(
      ({ raw }, index) => raw !== shown[index]?.raw,
    );
    return first < 0 ? blocks.length : first;
  }

  function createBox(
    classes: readonly string[],
    children: readonly Child[],
  ): HTMLElement {
    return elements.create(
      "div",
      { class: ["block", ...classes].join(" ") },
      children,
    );
  }

  return { element, show };
}
