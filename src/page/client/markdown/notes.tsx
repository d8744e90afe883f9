import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type {
  Block,
  Document,
  Inline,
  Note,
} from "../../../document/document.ts";
import { texts } from "../current-texts.ts";
import { Button } from "../parts/elements.tsx";

/** Of an answer's footnotes, in their order. */
export const NoteLabels = createContext<readonly string[]>([]);

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

/** A superscript that leads to its note. */
export function NoteReference({ label }: { label: string }) {
  const number = useContext(NoteLabels).indexOf(label) + 1;
  const name = texts.value.footnote(number);
  return (
    <sup data-refers={number}>
      {drawJump(String(number), name, `[data-note="${number}"]`)}
    </sup>
  );
}

export function drawJumpBack(number: number) {
  const name = texts.value.backToText(number);
  return drawJump("↩", name, `[data-refers="${number}"] button`);
}

/** A button that focuses another element of the same answer. */
function drawJump(text: string, name: string, to: string) {
  const jump = ({ currentTarget }: { currentTarget: Element }) =>
    currentTarget.closest(".markdown")?.querySelector<HTMLElement>(to)?.focus();
  return (
    <Button class="jump" aria-label={name} onClick={jump}>
      {text}
    </Button>
  );
}
