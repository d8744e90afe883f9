import { asObject } from "../../text/json.ts";
import { stripMarkup, toPageAddress } from "../plain-text.ts";

// Reads answers whose fields may be null, missing or of another type: unusable
// values count as missing.

/**
 * A text in an entry of an answer: the path of text or a number, such as
 * `source.link` or `urls.0.url`, or what reads it.
 */
export type Field = string | Read;

/** Returns an empty text if there is none. */
export type Read = (entry: unknown) => string;

export function textAt(entry: unknown, field: Field): string {
  if (typeof field !== "string") return field(entry);
  const value = valueAt(entry, field);
  return typeof value === "string" || typeof value === "number"
    ? toText(value)
    : "";
}

/** The first that has text. */
export function first(...fields: readonly Field[]): Read {
  return (entry) => textsAt(entry, fields)[0] ?? "";
}

/** All that have text. */
export function join(separator: string, ...fields: readonly Field[]): Read {
  return (entry) => textsAt(entry, fields).join(separator);
}

/** A name with its value; empty if either is missing. */
export function pair(name: Field, value: Field): Read {
  return (entry) => {
    const texts = textsAt(entry, [name, value]);
    return texts.length === 2 ? texts.join(": ") : "";
  };
}

/** The same field of each entry of a list. */
export function each(path: string, field: Field, separator = "; "): Read {
  return (entry) =>
    entriesAt(entry, path)
      .flatMap((one) => textsAt(one, [field]))
      .join(separator);
}

/** A list of texts, or one. */
export function list(path: string, separator?: string): Read {
  return (entry) => toText(valueAt(entry, path), separator);
}

/** A text that the service documents as HTML. */
export function html(field: Field): Read {
  return (entry) => stripMarkup(textAt(entry, field));
}

/** The title of a direct answer, which has none: it names its page's host. */
export function answerFrom(url: Field): Read {
  return (entry) => {
    const address = toPageAddress(textAt(entry, url));
    return address === undefined
      ? "Answer"
      : `Answer from ${new URL(address).hostname}`;
  };
}

const FOR_PROGRAMS =
  /(?:^|_)(?:type|links?|stick|id|kgmid|thumbnail|image|chips?)$/;

/**
 * Describes an entry, or an object in it, by all its fields: `height: 123 m;
 * opened: 1931`. Leaves out addresses and nested objects.
 */
export function facts({
  at,
  omit = [],
}: {
  at?: string;
  omit?: readonly string[];
}): Read {
  return (entry) =>
    Object.entries(asObject(at === undefined ? entry : valueAt(entry, at)))
      .filter(([name]) => !FOR_PROGRAMS.test(name) && !omit.includes(name))
      .map(
        ([name, value]) => [name.replaceAll("_", " "), toText(value)] as const,
      )
      .filter(([, text]) => text !== "" && !/^https?:/.test(text))
      .slice(0, MAX_TEXTS)
      .map((named) => named.join(": "))
      .join("; ");
}

function textsAt(entry: unknown, fields: readonly Field[]): readonly string[] {
  return fields
    .map((field) => textAt(entry, field))
    .filter((text) => text !== "");
}

/** Further entries are ignored. */
const MAX_ENTRIES = 50;

/** Anything but a list is a list of itself. */
export function entriesAt(
  entry: unknown,
  path: string,
  unwrap = (value: unknown) => value,
): readonly unknown[] {
  const value = unwrap(valueAt(entry, path));
  return Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : [value];
}

function valueAt(entry: unknown, path: string): unknown {
  let value = entry;
  for (const name of path.split("."))
    value = Array.isArray(value) ? value[Number(name)] : asObject(value)[name];
  return value;
}

/** Of a list, or of an object's fields. */
const MAX_TEXTS = 12;

/**
 * Converts text, a number, or a list of these to text; empty for anything else.
 */
export function toText(value: unknown, separator = ", "): string {
  if (typeof value === "string") return value.trim();
  if (typeof value === "number") return String(value);
  if (!Array.isArray(value)) return "";
  return value
    .slice(0, MAX_TEXTS)
    .filter((one) => !Array.isArray(one))
    .map((one) => toText(one))
    .filter((text) => text !== "")
    .join(separator);
}
