import type { Elements, Phrase } from "../elements.ts";
import type { NoteReference } from "./footnotes.ts";

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

/** Goes to another place in the same answer. */
export function createJump({
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
