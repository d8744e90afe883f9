import type { Elements } from "../elements.ts";
import type { NoteDefinition } from "./footnotes.ts";
import { createJump } from "./note-jumps.ts";
import { renderInline } from "./render-inline.ts";

/** The notes, below a text. */
export function renderNotes(
  notes: readonly NoteDefinition[],
  elements: Elements,
): HTMLElement {
  const items = notes.map(({ tokens }, index) => {
    const number = index + 1;
    return elements.create(
      "li",
      { "data-note": String(number), tabindex: "-1" },
      [
        ...renderInline(tokens, elements),
        " ",
        createJump({
          text: () => "↩",
          label: (texts) => texts.backToText(number),
          to: `[data-refers="${number}"] button`,
          elements,
        }),
      ],
    );
  });
  return elements.create(
    "section",
    { class: "notes", "aria-label": (texts) => texts.footnotes },
    [elements.create("ol", {}, items)],
  );
}
