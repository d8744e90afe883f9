import { create, createButton, type Phrase } from "../elements.ts";
import type { NoteReference } from "./footnotes.ts";

/**
 * A superscript link to the note, or the source text if there is no such note.
 */
export function renderNoteReference({
  raw,
  number,
}: NoteReference): HTMLElement | string {
  if (number === undefined) return raw;
  return create("sup", { "data-refers": String(number) }, [
    createJump({
      text: String(number),
      label: (texts) => texts.footnote(number),
      to: `[data-note="${number}"]`,
    }),
  ]);
}

/** A button that focuses another element of the same answer. */
export function createJump({
  text,
  label,
  to,
}: {
  text: string;
  label: Phrase;
  to: string;
}): HTMLElement {
  const jump = () => {
    const target = button.closest(".markdown")?.querySelector(to);
    if (target instanceof HTMLElement) target.focus();
  };
  const button = createButton(text, jump, {
    class: "jump",
    "aria-label": label,
  });
  return button;
}
