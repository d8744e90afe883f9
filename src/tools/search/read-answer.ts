import {
  asObject,
  asText,
  isObject,
  type JsonObject,
} from "../../text/json.ts";
import { entriesAt, textAt, type Field } from "./read-fields.ts";
import {
  SearchFailure,
  type FailureKind,
  type SearchAnswer,
  type SearchResult,
} from "./search-provider.ts";

/** Where a service's answer holds what. */
export interface AnswerTable {
  /** Any other body is unreadable. */
  readonly isAnswer: (body: JsonObject) => boolean;
  /** Best first. */
  readonly blocks: readonly Block[];
  /** Paths of other queries, in lists or one per line. */
  readonly suggestions?: readonly string[];
  /** Why results may be missing. */
  readonly gap?: (body: JsonObject) => string | undefined;
  /** An error with status 200; it counts if there are no results. */
  readonly error?: (
    body: JsonObject,
  ) => { reason: string; kind: FailureKind } | undefined;
}

/** Results of one kind. */
export interface Block {
  /**
   * Path of a list of entries or of a single one; of several paths, the first
   * with entries.
   */
  readonly at: string | readonly string[];
  /** Finds the entries in what is there, if it is neither. */
  readonly unwrap?: (value: unknown) => unknown;
  /** Number of entries to read. */
  readonly limit?: number;
  readonly title: Field;
  readonly text: Field;
  readonly url?: Field;
  readonly date?: Field;
  /** Its title alone says nothing. */
  readonly needsText?: boolean;
}

/** Throws `SearchFailure` if the body reports an error or has another shape. */
export function readAnswer(
  table: AnswerTable,
  { body, retryAfterMs }: { body: unknown; retryAfterMs: number | undefined },
): SearchAnswer {
  const fields = asObject(body);
  const { isAnswer, blocks, suggestions = [], gap, error } = table;
  const results = blocks.flatMap((block) => readBlock(block, fields));
  const failure = results.length === 0 ? error?.(fields) : undefined;
  if (failure !== undefined)
    throw new SearchFailure(failure.reason, {
      kind: failure.kind,
      retryAfterMs,
    });
  if (!isAnswer(fields)) throw new SearchFailure("an unreadable answer");
  return {
    results,
    suggestions: suggestions
      .flatMap((path) => entriesAt(fields, path))
      .flatMap((words) => asText(words).split("\n"))
      .filter((words) => words !== ""),
    gap: gap?.(fields),
  };
}

function readBlock(
  { at, unwrap, limit, needsText = false, ...block }: Block,
  body: JsonObject,
): readonly SearchResult[] {
  const entries = [at]
    .flat()
    .map((path) => entriesAt(body, path, unwrap).filter(isObject))
    .find((found) => found.length > 0);
  return (entries ?? [])
    .slice(0, limit)
    .map((entry) => ({
      title: textAt(entry, block.title),
      text: textAt(entry, block.text),
      url: block.url && textAt(entry, block.url),
      date: block.date && textAt(entry, block.date),
    }))
    .filter(({ text }) => text !== "" || !needsText);
}
