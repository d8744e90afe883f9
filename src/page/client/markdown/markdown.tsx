import type { VNode } from "preact";
import { useMemo, useRef } from "preact/hooks";
import type { Document } from "../../../document/document.ts";
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

/**
 * Unchanged blocks are the nodes of the time before, which Preact skips: an
 * answer that grows costs no more than its last block.
 */
function DocumentView({ document }: { document: Document }) {
  const drawn = useRef<readonly { key: string; node: VNode }[]>([]);
  const notes = findNotes(document);
  const reader = language.value;
  drawn.current = document.map((block, index) => {
    const key = reader + JSON.stringify(block);
    const before = drawn.current[index];
    if (before?.key === key) return before;
    return { key, node: <div class="block">{drawBlock(block)}</div> };
  });
  return (
    <NoteLabels.Provider value={notes.map(({ label }) => label)}>
      {drawn.current.map(({ node }) => node)}
      {notes.length > 0 && <div class="block">{drawNotes(notes)}</div>}
    </NoteLabels.Provider>
  );
}
