import * as z from "zod";
import { toText } from "./describe-fields.ts";
import {
  type Fields,
  listOf,
  looseFields,
  looseObject,
  readBody,
} from "./loose-fields.ts";
import type { SearchAnswer, SearchResult } from "./search-provider.ts";

const hit = z.object({
  _source: looseFields(),
  /** Where the source is not kept, or not given. */
  fields: looseFields(),
  /** Passages with the words, by field. Not asked for, since clusters refuse it for very long fields; something before them may. */
  highlight: looseFields(),
});

const answerBody = z.object({
  timed_out: z.boolean().optional().catch(undefined),
  _shards: looseObject({ failed: z.number().optional().catch(undefined) }),
  hits: z.object({ hits: listOf(hit) }),
});

const TITLE = /(?:^|\.)(?:title|name|heading|headline|subject)(?:\.|$)/i;
const ADDRESS_FIELDS = ["url", "link", "uri"];
const DATE_FIELDS = ["date", "published_at", "published", "updated_at"];

/**
 * Reads documents: the field that is called a title heads the others. Nothing else is shown of a document than the
 * fields that are searched, its title, its address and its date.
 * @param fields as they are searched, with boosts and patterns
 */
export function readElasticsearchAnswer(
  source: unknown,
  { fields }: { fields: readonly string[] },
): SearchAnswer {
  const { timed_out, _shards, hits } = readBody(answerBody, source);
  const names = fields.map((field) => field.replace(/\^.*$/, ""));
  const isPartial = timed_out === true || (_shards?.failed ?? 0) > 0;
  return {
    results: hits.hits.map((found) => toResult(found, names)),
    gap: isPartial ? "only a part of its index was searched" : undefined,
  };
}

function toResult(
  { _source, fields, highlight = {} }: z.output<typeof hit>,
  names: readonly string[],
): SearchResult {
  const document = _source ?? fields ?? {};
  const titleName = names.find((name) => TITLE.test(name)) ?? "title";
  const title = readField(document, titleName);
  const textNames = names
    .filter((name) => name !== titleName)
    .flatMap((name) =>
      name.includes("*") ? findNames(document, { name, titleName }) : [name],
    );
  const passages = textNames.map((name) => toText(highlight[name], " … "));
  const texts = textNames.map((name) => readField(document, name, " "));
  const join = (parts: readonly string[]) =>
    [...new Set(parts)]
      .filter((part) => part !== "" && part !== title)
      .join(" ");
  return {
    title,
    text: join(passages) || join(texts),
    url: readFirst(document, ADDRESS_FIELDS),
    date: readFirst(document, DATE_FIELDS),
  };
}

/** A field's text by its name or path. A multi-field (`title.english`) has no value of its own: its parent's counts. */
function readField(document: Fields, path: string, separator?: string): string {
  let value: unknown = document;
  for (const name of path in document ? [path] : path.split(".")) {
    const object = looseFields().parse(value);
    if (object === undefined) break;
    value = object[name];
  }
  return toText(value, separator);
}

function readFirst(document: Fields, names: readonly string[]): string {
  return (
    names
      .map((name) => readField(document, name))
      .find((text) => text !== "") ?? ""
  );
}

/** The fields of a document that a pattern such as `content_*` stands for, but for those that are shown apart. */
function findNames(
  document: Fields,
  { name: pattern, titleName }: { name: string; titleName: string },
): readonly string[] {
  const source = pattern
    .replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*");
  const expression = new RegExp(`^${source}$`);
  const apart = [titleName, ...ADDRESS_FIELDS, ...DATE_FIELDS];
  return Object.keys(document).filter(
    (name) => expression.test(name) && !apart.includes(name),
  );
}
