import { Component } from "preact";
import { useMemo } from "preact/hooks";
import type { Block, Document } from "../../../document/document.ts";
import { language } from "../parts/language.tsx";
import { createOnDemand } from "../parts/on-demand.ts";
import { drawBlock, drawNotes } from "./draw-blocks.tsx";
import { findNotes, NoteLabels } from "./notes.tsx";

const findParser = createOnDemand(
  () => import("../../../document/close-open-ends.ts"),
);

/**
 * Markdown, also while it streams in; the plain text until the parser is
 * loaded. Elements and text nodes only, never HTML.
 * @param isOpen more will follow
 */
export function Markdown({ text, isOpen }: { text: string; isOpen: boolean }) {
  const parser = findParser();
  const document = useMemo(
    () => parser?.parseAnswer(text, { isOpen }),
    [parser, text, isOpen],
  );
  return (
    <div class="markdown" dir="auto">
      {document === undefined ? (
        <div class="block">
          <p class="raw">{text}</p>
        </div>
      ) : (
        <DocumentView document={document} />
      )}
    </div>
  );
}

function DocumentView({ document }: { document: Document }) {
  const notes = findNotes(document);
  return (
    <NoteLabels.Provider value={notes.map(({ label }) => label)}>
      {document.map((block) => (
        <BlockView block={block} id={language.value + JSON.stringify(block)} />
      ))}
      {notes.length > 0 && <div class="block">{drawNotes(notes)}</div>}
    </NoteLabels.Provider>
  );
}

/** Is drawn again only as another block: what grows is an answer's last one. */
class BlockView extends Component<{ block: Block; id: string }> {
  override shouldComponentUpdate({ id }: { id: string }): boolean {
    return id !== this.props.id;
  }

  override render() {
    return <div class="block">{drawBlock(this.props.block)}</div>;
  }
}
