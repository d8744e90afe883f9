import type { Source } from "../../turn.ts";
import { distinctSources } from "../distinct-sources.ts";
import type { Annotation } from "./schemas/chat-completion.ts";

/** More are no help in a chat. */
const MAX_SOURCES = 10;

/** What comes behind an answer. */
export interface Citations {
  /** A Markdown list; empty without sources. */
  readonly text: string;
  /** Where the links stand, once the text is behind `answerLength` UTF-16 units. */
  readonly annotations: Annotation[];
}

/** The pages that an answer rests on, for a chat that shows Markdown, and once more as OpenAI's own annotations. */
export function citeSources(
  sources: readonly Source[],
  { answerLength }: { answerLength: number },
): Citations {
  const annotations: Annotation[] = [];
  let text = "";
  for (const [index, { title, url }] of distinctSources(sources, {
    limit: MAX_SOURCES,
  }).entries()) {
    text += `${index === 0 ? "\n\n---\n\n" : "\n"}${index + 1}. `;
    const start = answerLength + text.length;
    text += `[${escapeText(title)}](<${escapeAddress(url)}>)`;
    annotations.push({
      type: "url_citation",
      url_citation: {
        title,
        url,
        start_index: start,
        end_index: answerLength + text.length,
      },
    });
  }
  return { text, annotations };
}

/** Titles are strangers' words: no markup of theirs, and no second line. */
function escapeText(title: string): string {
  return title
    .replace(/\s+/g, " ")
    .replace(/[\\`*_[\]<>!&#|~$]/g, String.raw`\$&`);
}

function escapeAddress(url: string): string {
  return url.replace(/[\s<>\\]/g, (character) => encodeURIComponent(character));
}
