import { create } from "../elements.ts";
import type { NoteDefinition } from "./footnotes.ts";
import { createJump } from "./note-jumps.ts";
import { renderInline } from "./render-inline.ts";

/** The notes, below a text. */
export function renderNotes(notes: readonly NoteDefinition[]): HTMLElement {
  const items = notes.map(({ tokens }, index) => {
    const number = index + 1;
    return create("li", { "data-note": String(number), tabindex: "-1" }, [
      ...renderInline(tokens),
      " ",
      createJump({
        text: "↩",
        label: (texts) => texts.backToText(number),
        to: `[data-refers="${number}"] button`,
      }),
    ]);
  });
  return create(
    "section",
    { class: "notes", "aria-label": (texts) => texts.footnotes },
    [create("ol", {}, items)],
  );
}
