import * as z from "zod";
import { listOf, looseList, looseText, readBody } from "./loose-fields.ts";
import type { SearchAnswer, SearchResult } from "./search-provider.ts";
import { toAnswer } from "./to-answer.ts";

const infobox = z.object({
  infobox: looseText(),
  content: looseText(),
  /** An address, mostly. */
  id: looseText(),
  urls: looseList(z.object({ url: z.string() })),
  attributes: looseList(z.object({ label: z.string(), value: z.string() })),
});

const answerBody = z.object({
  results: listOf(
    z.object({
      title: looseText(),
      url: looseText(),
      content: looseText(),
      publishedDate: looseText(),
    }),
  ),
  /** Plain texts in older releases. */
  answers: looseList(
    z.union([
      z.string().transform((answer) => ({ answer, url: undefined })),
      z.object({ answer: z.string(), url: looseText() }),
    ]),
  ),
  infoboxes: looseList(infobox),
  corrections: looseList(z.string()),
  suggestions: looseList(z.string()),
  /** Name and reason. */
  unresponsive_engines: looseList(z.array(z.string()).min(1)),
});

/** Reads direct answers first, then what is known of the thing itself, then pages. */
export function readSearxngAnswer(source: unknown): SearchAnswer {
  const body = readBody(answerBody, source);
  return {
    results: [
      ...body.answers.map(({ answer: text, url }) => toAnswer({ text, url })),
      ...body.infoboxes.map(readInfobox),
      ...body.results.map(
        ({ title = "", url, content = "", publishedDate: date }) => ({
          title,
          text: content,
          url,
          date,
        }),
      ),
    ],
    suggestions: [...body.corrections, ...body.suggestions],
    gap:
      body.unresponsive_engines.length === 0
        ? undefined
        : "some of its engines gave no answer",
  };
}

function readInfobox({
  infobox: title = "",
  content = "",
  id,
  urls,
  attributes,
}: z.output<typeof infobox>): SearchResult {
  const facts = attributes.map(({ label, value }) => `${label}: ${value}`);
  return {
    title,
    text: [content, facts.join("; ")].filter((part) => part !== "").join(". "),
    url: id?.startsWith("http") === true ? id : urls[0]?.url,
  };
}
