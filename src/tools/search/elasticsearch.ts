import * as z from "zod";
import {
  basicAuthorization,
  createJsonProvider,
  cutQuery,
  toBase64,
  toEndpoint,
} from "./fetch-json.ts";
import {
  listOf,
  looseFields,
  looseObject,
  parseBody,
  toText,
  type Fields,
} from "./read-fields.ts";
import type {
  SearchAnswer,
  SearchProvider,
  SearchResult,
} from "./search-provider.ts";

export interface ElasticsearchOptions {
  /**
   * URL of an Elasticsearch or OpenSearch cluster. May contain user name and
   * password.
   */
  baseUrl: string;
  /** A name, a pattern, or several separated by commas. */
  index: string;
  /** Fields to search and show, with boosts: `title^2`. */
  fields?: readonly string[] | undefined;
  /**
   * The encoded key or `id:key`. Takes precedence over user name and password.
   */
  apiKey?: string | undefined;
  username?: string | undefined;
  password?: string | undefined;
  /** Number of documents to request. */
  size?: number;
  fetch?: typeof globalThis.fetch;
}

/** Each word is a clause of the query, of which clusters limit the number. */
const MAX_CHARACTERS = 400;

/**
 * Searches an index with a `multi_match` query, which has no operators:
 * https://www.elastic.co/docs/reference/query-languages/query-dsl/query-dsl-multi-match-query
 */
export function createElasticsearchProvider({
  baseUrl,
  index,
  fields = ["title", "content"],
  apiKey,
  username,
  password,
  size = 5,
  fetch,
}: ElasticsearchOptions): SearchProvider {
  const url = toEndpoint(baseUrl, `/${encodeURIComponent(index)}/_search`);
  const headers = authorize({ apiKey, username, password });
  return createJsonProvider({
    name: "elasticsearch",
    toQuery: (query) => cutQuery(query, { maxCharacters: MAX_CHARACTERS }),
    request: (query) => ({
      url,
      headers,
      body: { size, query: { multi_match: { query, fields } } },
    }),
    parse: (body) => parseElasticsearchAnswer(body, { fields }),
    secret: apiKey ?? password,
    explain,
    fetch,
  });
}

function authorize({
  apiKey,
  username,
  password = "",
}: Pick<ElasticsearchOptions, "apiKey" | "username" | "password">) {
  if (apiKey !== undefined) {
    const encoded = apiKey.includes(":") ? toBase64(apiKey) : apiKey;
    return { authorization: `ApiKey ${encoded}` };
  }
  return username === undefined
    ? {}
    : { authorization: basicAuthorization(username, password) };
}

function explain(status: number): string | undefined {
  if (status === 401)
    return "its key, or user name and password, are not accepted";
  if (status === 403) return "its account may not search this index";
  return status === 404 ? "there is no such index" : undefined;
}

const hit = z.object({
  _source: looseFields,
  /** Set if the cluster does not store or return `_source`. */
  fields: looseFields,
  /**
   * Matching passages by field, with matches in `<em>`. Not requested, since clusters reject that for
   * very long fields, but a proxy may add it.
   */
  highlight: looseFields,
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
 * Reads documents: a title field becomes the title, the other searched fields
 * the text. Besides them only address and date are shown.
 * @param options.fields with boosts and patterns
 */
function parseElasticsearchAnswer(
  source: unknown,
  { fields }: { fields: readonly string[] },
): SearchAnswer {
  const { timed_out, _shards, hits } = parseBody(answerBody, source);
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
  const passages = textNames.map((name) =>
    toText(highlight[name], " … ").replaceAll(/<\/?em>/g, ""),
  );
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

/**
 * A field's text by its name or path. A multi-field (`title.english`) has no
 * value, so its parent's is used.
 */
function readField(document: Fields, path: string, separator?: string): string {
  let value: unknown = document;
  for (const name of path in document ? [path] : path.split(".")) {
    const object = looseFields.parse(value);
    if (object === undefined) break;
    value = object[name];
  }
  return toText(value, separator);
}

function readFirst(document: Fields, names: readonly string[]) {
  const texts = names.map((name) => readField(document, name));
  return texts.find((text) => text !== "");
}

/**
 * The fields of a document that match a pattern such as `content_*`, except for
 * title, address and date.
 */
function findNames(
  document: Fields,
  { name: pattern, titleName }: { name: string; titleName: string },
): readonly string[] {
  const source = pattern
    .replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*");
  const expression = new RegExp(`^${source}$`);
  const others = [titleName, ...ADDRESS_FIELDS, ...DATE_FIELDS];
  return Object.keys(document).filter(
    (name) => expression.test(name) && !others.includes(name),
  );
}
