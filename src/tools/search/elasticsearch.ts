import { concatenate, toBase64 } from "../../runtime/bytes.ts";
import { asObject, isObject, type JsonObject } from "../../text/json.ts";
import {
  basicAuthorization,
  createProvider,
  toEndpoint,
} from "./fetch-json.ts";
import type { AnswerTable } from "./read-answer.ts";
import { first, textAt, toText, type Read } from "./read-fields.ts";
import type { SearchProvider } from "./search-provider.ts";

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
  size: number;
}

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
  size,
}: ElasticsearchOptions): SearchProvider {
  const url = toEndpoint(baseUrl, `/${encodeURIComponent(index)}/_search`);
  const headers = authorize({ apiKey, username, password });
  return createProvider({
    name: "elasticsearch",
    // Each word is a clause of the query, of which clusters limit the number.
    limits: { maxCharacters: 400 },
    request: (query) => ({
      url,
      headers,
      body: { size, query: { multi_match: { query, fields } } },
    }),
    secret: apiKey ?? password,
    errors: [
      [/^401/, "its key, or user name and password, are not accepted"],
      [/^403/, "its account may not search this index"],
      [/^404/, "there is no such index"],
    ],
    answer: toAnswerTable(fields.map((field) => field.replace(/\^.*$/, ""))),
  });
}

function authorize({
  apiKey,
  username,
  password = "",
}: Pick<ElasticsearchOptions, "apiKey" | "username" | "password">) {
  if (apiKey !== undefined) {
    const encoded = apiKey.includes(":")
      ? toBase64(concatenate([apiKey]))
      : apiKey;
    return { authorization: `ApiKey ${encoded}` };
  }
  return username === undefined
    ? {}
    : { authorization: basicAuthorization(username, password) };
}

const TITLE = /(?:^|\.)(?:title|name|heading|headline|subject)(?:\.|$)/i;
const ADDRESSES = ["url", "link", "uri"];
const DATES = ["date", "published_at", "published", "updated_at"];

/**
 * A title field becomes the title, the other searched fields the text. Besides
 * them only address and date are shown.
 * @param names may be patterns such as `content_*`
 */
function toAnswerTable(names: readonly string[]): AnswerTable {
  const titleName = names.find((name) => TITLE.test(name)) ?? "title";
  const others = names.filter((name) => name !== titleName);
  const title = ofDocument(titleName);
  const text: Read = (hit) => {
    const found = others.flatMap((name) =>
      name.includes("*")
        ? findNames(documentOf(hit), name).filter((one) => one !== titleName)
        : [name],
    );
    const join = (reads: readonly Read[]) => {
      const texts = new Set(reads.map((read) => read(hit)));
      texts.delete("");
      texts.delete(title(hit));
      return [...texts].join(" ");
    };
    return (
      join(found.map(highlight)) ||
      join(found.map((name) => ofDocument(name, " ")))
    );
  };
  return {
    isAnswer: ({ hits }) => Array.isArray(asObject(hits)["hits"]),
    blocks: [
      {
        at: "hits.hits",
        title,
        text,
        url: first(...ADDRESSES.map((name) => ofDocument(name))),
        date: first(...DATES.map((name) => ofDocument(name))),
      },
    ],
    gap: (body) =>
      body["timed_out"] === true || Number(textAt(body, "_shards.failed")) > 0
        ? "only a part of its index was searched"
        : undefined,
  };
}

/** `fields` is set if the cluster does not store or return `_source`. */
function documentOf(hit: unknown): JsonObject {
  const { _source, fields } = asObject(hit);
  return isObject(_source) ? _source : asObject(fields);
}

/**
 * A field's text by its name or path. A multi-field (`title.english`) has no
 * value, so its parent's is used.
 */
function ofDocument(path: string, separator?: string): Read {
  return (hit) => {
    const document = documentOf(hit);
    let value: unknown = document;
    for (const name of path in document ? [path] : path.split(".")) {
      if (!isObject(value)) break;
      value = value[name];
    }
    return toText(value, separator);
  };
}

/**
 * Passages that match, with matches in `<em>`. Not requested, since clusters
 * reject that for very long fields, but a proxy may add it.
 */
function highlight(name: string): Read {
  return (hit) =>
    toText(asObject(asObject(hit)["highlight"])[name], " … ").replaceAll(
      /<\/?em>/g,
      "",
    );
}

/** A document's fields that match a pattern, except for address and date. */
function findNames(document: JsonObject, pattern: string): readonly string[] {
  const source = pattern
    .replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*");
  const expression = new RegExp(`^${source}$`);
  const others = [...ADDRESSES, ...DATES];
  return Object.keys(document).filter(
    (name) => expression.test(name) && !others.includes(name),
  );
}
