import type { Elements, Phrase } from "../elements.ts";
import type { NoteDefinition, NoteReference } from "./footnotes.ts";
import { renderInline } from "./render-inline.ts";

/** A raised number that leads to its note; as it was written where there is none. */
export function renderNoteReference(
  { raw, number }: NoteReference,
  elements: Elements,
): HTMLElement | string {
  if (number === undefined) return raw;
  return elements.create("sup", { "data-refers": String(number) }, [
    createJump({
      text: () => String(number),
      label: (texts) => texts.footnote(number),
      to: `[data-note="${number}"]`,
      elements,
    }),
  ]);
}

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

/** Goes to another place in the same answer. */
function createJump({
  text,
  label,
  to,
  elements,
}: {
  text: Phrase;
  label: Phrase;
  to: string;
  elements: Elements;
}): HTMLElement {
  const button = elements.create(
    "button",
    { type: "button", class: "jump", "aria-label": label },
    [text],
  );
  button.addEventListener("click", () => {
    const target = button.closest(".markdown")?.querySelector(to);
    if (target instanceof HTMLElement) target.focus();
  });
  return button;
}
