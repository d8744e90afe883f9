import type {
  Block,
  Document,
  Inline,
  Note,
} from "../../../document/document.ts";
import { create, createButton, type Phrase } from "../elements.ts";

/**
 * The footnotes in the order of their references, then those that nothing
 * refers to. Of several with the same label, the first counts.
 */
export function findNotes(document: Document): readonly Note[] {
  const inside = document.flatMap(withDescendants);
  const notes = inside.filter((block) => block.type === "note");
  const referred = inside.flatMap((one) =>
    one.type === "reference" ? one.label : [],
  );
  const labels = new Set([...referred, ...notes.map(({ label }) => label)]);
  return [...labels].flatMap(
    (label) => notes.find((note) => note.label === label) ?? [],
  );
}

function withDescendants(node: Block | Inline): readonly (Block | Inline)[] {
  return [node, ...childrenOf(node).flatMap(withDescendants)];
}

function childrenOf(node: Block | Inline): readonly (Block | Inline)[] {
  if (node.type === "list") return node.items.flatMap(({ blocks }) => blocks);
  if (node.type === "table") return [node.header, ...node.rows].flat(2);
  if ("blocks" in node) return node.blocks;
  return "content" in node ? node.content : [];
}

/** A superscript that leads to the note with this number. */
export function renderNoteReference(number: number): HTMLElement {
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
