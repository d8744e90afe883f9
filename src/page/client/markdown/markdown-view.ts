import type { Document } from "../../../document/document.ts";
import { create, type Child } from "../elements.ts";
import { createOnDemand } from "../on-demand.ts";
import { findNotes } from "./note-jumps.ts";
import { renderBlocks, renderNotes } from "./render-blocks.ts";

const withParser = createOnDemand(
  () => import("../../../document/close-open-ends.ts"),
);

interface MarkdownView {
  readonly element: HTMLElement;
  /** @param isOpen more will follow */
  show(markdown: string, options: { isOpen: boolean }): void;
}

/**
 * Renders Markdown as it streams in; the plain text until the parser is loaded.
 * Unchanged blocks keep their nodes, and thereby selections and scroll
 * positions.
 */
export function createMarkdownView(): MarkdownView {
  const element = create("div", { class: "markdown", dir: "auto" });
  let latest = { markdown: "", isOpen: true };
  let shown: readonly { key: string; box: HTMLElement }[] = [];
  let shownNotes = "";
  withParser(() => {});

  function show(markdown: string, { isOpen }: { isOpen: boolean }): void {
    latest = { markdown, isOpen };
    let isDrawn = false;
    withParser(({ parseAnswer }) => {
      isDrawn = true;
      draw(parseAnswer(latest.markdown, latest));
    });
    if (isDrawn) return;
    const raw = create("p", { class: "raw" }, [markdown]);
    element.replaceChildren(createBox([raw]));
  }

  function draw(document: Document): void {
    const notes = findNotes(document);
    const notesKey = JSON.stringify(notes.map(({ label }) => label));
    const keys = document.map((block) => JSON.stringify(block));
    const same = notesKey === shownNotes ? countSame(keys) : 0;
    const fresh = document.slice(same).map((block, index) => ({
      key: keys[same + index] ?? "",
      box: createBox(renderBlocks([block], notes)),
    }));
    shown = [...shown.slice(0, same), ...fresh];
    shownNotes = notesKey;
    for (const stale of [...element.children].slice(same)) stale.remove();
    element.append(...fresh.map(({ box }) => box));
    if (notes.length > 0) element.append(createBox([renderNotes(notes)]));
  }

  function countSame(keys: readonly string[]): number {
    const first = keys.findIndex((key, index) => key !== shown[index]?.key);
    return first < 0 ? keys.length : first;
  }

  return { element, show };
}

function createBox(children: readonly Child[]): HTMLElement {
  return create("div", { class: "block" }, children);
}
