import { shorten } from "../../text/text.ts";
import { ToolError } from "../../types/errors.ts";
import type { ToolOutput } from "../../types/tool.ts";
import { toLine, toPageAddress } from "../plain-text.ts";
import { pickSentences } from "./pick-sentences.ts";
import type {
  FailureKind,
  SearchAnswer,
  SearchFailure,
  SearchResult,
} from "./search-provider.ts";

/** More than the list holds, even with duplicates. */
const MAX_RESULTS = 15;

const MAX_TITLE_LENGTH = 150;
const MAX_TEXT_LENGTH = 350;
/** Of a text whose best sentences are picked. */
const MAX_SOURCE_LENGTH = 5_000;
const MAX_DATE_LENGTH = 30;

/**
 * Cleans results: bounded lines of plain text with a valid http(s) address or
 * none. Drops empty results and repeated pages.
 */
export function tidyResults(
  results: readonly SearchResult[],
  { query }: { query: string },
): readonly SearchResult[] {
  const seen = new Set<string>();
  return results
    .slice(0, MAX_RESULTS)
    .map((result) => tidy(result, query))
    .filter(({ title }) => title !== "")
    .filter(({ title, text, url }) => {
      const identity =
        url === undefined ? `${title}\n${text}` : toPageIdentity(url);
      if (seen.has(identity)) return false;
      seen.add(identity);
      return true;
    });
}

/** A document without a title is headed by its text. */
function tidy(result: SearchResult, query: string): SearchResult {
  const title = toLine(result.title, { maxLength: MAX_TITLE_LENGTH });
  const text = pickSentences(
    toLine(result.text, { maxLength: MAX_SOURCE_LENGTH }),
    { query, maxLength: MAX_TEXT_LENGTH },
  );
  const url = toPageAddress(result.url ?? "");
  const date = tidyDate(result.date ?? "");
  return {
    title: title === "" ? text : title,
    text: title === "" ? "" : text,
    ...(url !== undefined && { url }),
    ...(date !== "" && { date }),
  };
}

/**
 * The day of a timestamp in any format. Other texts, such as `2 days ago`, stay
 * unchanged.
 */
function tidyDate(date: string): string {
  const [day] = /^\d{4}-\d{2}-\d{2}(?=T|\s\d{2}:)/.exec(date) ?? [];
  if (day !== undefined) return day;
  const time = /^\d{12,13}$/.test(date)
    ? Number(date)
    : /\d{1,2}:\d{2}/.test(date)
      ? Date.parse(date)
      : Number.NaN;
  return Number.isNaN(time)
    ? toLine(date, { maxLength: MAX_DATE_LENGTH })
    : new Date(time).toISOString().slice(0, 10);
}

/** Ignores scheme, fragment and trailing slashes. */
function toPageIdentity(address: string): string {
  const { host, pathname, search } = new URL(address);
  return host + pathname.replace(/\/+$/, "") + search;
}

/** `sources`: the listed results that have an address, in order. */
export type SearchReport = Required<Pick<ToolOutput, "text" | "sources">>;

/** A provider's answer, ready for the model. */
export type Finding =
  | { readonly kind: "found"; readonly report: SearchReport }
  | {
      readonly kind: "empty";
      /** Alternative queries. */
      readonly suggestions: readonly string[];
      /** Why results may be missing. */
      readonly gap: string | undefined;
    };

const MAX_SUGGESTIONS = 3;
const MAX_SUGGESTION_LENGTH = 80;

/**
 * Lists the results in at most `maxLength` UTF-16 units; `empty` if none has
 * text.
 */
export function toFinding(
  { results, suggestions = [], gap }: SearchAnswer,
  { query, maxLength }: { query: string; maxLength: number },
): Finding {
  const listed = takeFitting(tidyResults(results, { query }), maxLength);
  if (listed.length === 0)
    return {
      kind: "empty",
      suggestions: suggestions
        .slice(0, MAX_SUGGESTIONS)
        .map((words) => toLine(words, { maxLength: MAX_SUGGESTION_LENGTH }))
        .filter((words) => words !== ""),
      gap,
    };
  return {
    kind: "found",
    report: {
      text: formatResults(listed),
      sources: listed.flatMap(({ title, url }) =>
        url === undefined ? [] : [{ title, url }],
      ),
    },
  };
}

export type Miss = { readonly provider: string } & (
  | Extract<Finding, { kind: "empty" }>
  | { readonly kind: "failed"; readonly failure: SearchFailure }
);

const MAX_QUERY_LENGTH = 100;

/**
 * Reports that nothing was found, what was not searched, and what to try.
 * Throws `ToolError` if every provider failed.
 */
export function reportNothing(
  query: string,
  misses: readonly Miss[],
): SearchReport {
  const gaps = misses.flatMap((miss) => {
    const gap = miss.kind === "failed" ? miss.failure.message : miss.gap;
    return gap === undefined ? [] : [`${miss.provider}: ${gap}`];
  });
  const failures = misses.flatMap((miss) =>
    miss.kind === "failed" ? [miss.failure.kind] : [],
  );
  if (failures.length === misses.length)
    throw new ToolError(
      `The search failed (${gaps.join("; ")}). ${adviseAfter(failures)}`,
    );
  const nothing = `${NOTHING_FOUND} for "${shorten(query, MAX_QUERY_LENGTH)}".`;
  const unsearched =
    gaps.length === 0
      ? ""
      : ` Not everything was searched (${gaps.join("; ")}).`;
  const suggestions = misses.flatMap((miss) =>
    miss.kind === "empty" ? miss.suggestions : [],
  );
  const advice =
    suggestions.length === 0
      ? "Try other words: fewer, more general ones, or in another language."
      : `Try other words, such as ${suggestions.map((words) => `"${words}"`).join(" or ")}.`;
  return { text: `${nothing}${unsearched} ${advice}`, sources: [] };
}

function adviseAfter(failures: readonly FailureKind[]): string {
  if (failures.includes("transient"))
    return "Try again once, or answer without it and say so.";
  return failures.includes("query")
    ? "Try other words, or answer without it and say so."
    : "Trying again will not help: answer without it and say so.";
}

/**
 * Formats cleaned results as a numbered list: title with date, text and address
 * on a line each, if present.
 */
export function formatResults(results: readonly SearchResult[]): string {
  return results
    .map((result, index) => `${index + 1}. ${formatResult(result)}`)
    .join(SEPARATOR);
}

/**
 * The first results whose list has at most `maxLength` UTF-16 units; at least
 * one.
 */
export function takeFitting(
  results: readonly SearchResult[],
  maxLength: number,
): readonly SearchResult[] {
  let length = 0;
  const end = results.findIndex((result, index) => {
    length += `${SEPARATOR}${index + 1}. ${formatResult(result)}`.length;
    return length > maxLength + SEPARATOR.length;
  });
  return end === -1 ? results : results.slice(0, Math.max(end, 1));
}

const SEPARATOR = "\n\n";

/** Begins the observation of a search that worked but found nothing. */
export const NOTHING_FOUND = "Nothing found";

const FIRST = "1. ";

/** Parses the first entry of a list written by `formatResults`. */
export function parseFirstResult(
  observation: string,
): SearchResult | undefined {
  const list = observation.slice(observation.search(/^1\. /m));
  if (!list.startsWith(FIRST)) return undefined;
  const [entry = ""] = list.slice(FIRST.length).split(`${SEPARATOR}2. `);
  const [title = "", ...lines] = entry.trim().split("\n");
  const url = lines.findLast((line) => /^https?:\/\/\S+$/.test(line));
  const text = lines.filter((line) => line !== url).join("\n");
  return { title, text, url };
}

function formatResult({ title, text, url = "", date }: SearchResult): string {
  const heading = date === undefined ? title : `${title} (${date})`;
  return [heading, text, url].filter((line) => line !== "").join("\n");
}
