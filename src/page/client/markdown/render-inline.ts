import type { Content, Inline, Note } from "../../../document/document.ts";
import { textOf } from "../../../document/document.ts";
import { create, createLink, type Child } from "../elements.ts";
import { renderNoteReference } from "./note-jumps.ts";
import { renderFormula } from "./render-formula.ts";

/** Renders text as elements and text nodes only. */
export function renderInline(
  content: Content,
  notes: readonly Note[],
): Child[] {
  return content.flatMap((inline) => renderOne(inline, notes));
}

const ELEMENTS = {
  bold: "strong",
  italic: "em",
  strikethrough: "del",
} as const;

function renderOne(inline: Inline, notes: readonly Note[]): Child[] {
  switch (inline.type) {
    case "text":
      return [inline.text];
    case "bold":
    case "italic":
    case "strikethrough":
      return [
        create(ELEMENTS[inline.type], {}, renderInline(inline.content, notes)),
      ];
    case "code":
      return [create("code", {}, [inline.text])];
    case "break":
      return [create("br")];
    case "formula":
      return [renderFormula(inline)];
    case "reference": {
      const { label } = inline;
      const index = notes.findIndex((note) => note.label === label);
      return [renderNoteReference(index + 1)];
    }
    case "link":
      return [createLink(inline.address, renderInline(inline.content, notes))];
    case "image": {
      const alternative = textOf(inline.content).trim();
      const label: Child = (texts) => texts.image(alternative);
      // A link, as loading the image would reveal the reader to its server.
      return [
        inline.address === undefined
          ? label
          : createLink(inline.address, [label]),
      ];
    }
  }
}
