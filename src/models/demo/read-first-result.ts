export interface SearchResult {
  readonly title: string;
  /** One or two sentences; empty where the result has no text. */
  readonly text: string;
  /** Left out by the search tool where it is very long. */
  readonly url?: string;
}

const MAX_SENTENCES = 2;

/** The first entry of the search tool's numbered list. */
export function readFirstResult(observation: string): SearchResult | undefined {
  const entry = readFirstEntry(observation);
  return (
    entry && {
      ...entry,
      text: firstSentences(entry.text.replaceAll("\n", " ")),
    }
  );
}

/** The same with all lines of its text: `1. ` and a title, lines of text, an address. */
export function readFirstEntry(observation: string): SearchResult | undefined {
  if (!observation.startsWith("1. ")) return undefined;
  const [entry = ""] = observation.slice("1. ".length).split("\n\n2. ");
  const [title = "", ...lines] = entry.trim().split("\n");
  const last = lines.at(-1) ?? "";
  const url = /^https?:\/\/\S+$/.test(last) ? last : undefined;
  const text = (url === undefined ? lines : lines.slice(0, -1)).join("\n");
  return { title, text, ...(url && { url }) };
}

function firstSentences(text: string): string {
  const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
  return Array.from(sentences.segment(text), ({ segment }) => segment)
    .slice(0, MAX_SENTENCES)
    .join("")
    .trim();
}
