import { breakAddresses } from "../../document/find-addresses.ts";
import { isObject } from "../../text/json.ts";
import { INVISIBLE } from "../../text/untrusted-text.ts";

/**
 * An input as a person reads it: a Markdown list of `name: value`, whole and to
 * the letter. Values are in code, which they cannot close; nothing in them is
 * invisible, and no address is a link: a tap would be no approval, and some
 * apps fetch links at once.
 */
export function listInput(input: unknown): string {
  const lines = linesOf(input, "");
  return lines
    .map(([name, value]) => `- ${name === "" ? "" : `${code(name)}: `}${value}`)
    .join("\n");
}

/** Names of nested fields are written as paths: `to[0].name`. */
function linesOf(value: unknown, path: string): [string, string][] {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item, index) => linesOf(item, `${path}[${index}]`));
  const fields = isObject(value) ? Object.entries(value) : [];
  if (fields.length > 0)
    return fields.flatMap(([name, item]) =>
      linesOf(item, path === "" ? name : `${path}.${name}`),
    );
  return [[path, code(typeof value === "string" ? value : toJson(value))]];
}

function toJson(value: unknown): string {
  return JSON.stringify(value) ?? "";
}

/** Looks like one, and ends no code in any app. */
const BACKTICK = "\u02CB";

/**
 * Line breaks, too, which would end the list's item, and what is shown for a
 * backtick.
 */
const UNSHOWN = new RegExp(
  `${INVISIBLE.source}|[\\p{Cc}\\p{Zl}\\p{Zp}${BACKTICK}]`,
  "gu",
);

function code(text: string): string {
  const visible = text
    .toWellFormed()
    .replaceAll("\n", "↵")
    .replaceAll(UNSHOWN, toEscape)
    .replaceAll("`", BACKTICK);
  return visible === "" ? "—" : `\`${breakAddresses(visible)}\``;
}

function toEscape(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  return String.raw`\u{${point.toString(16)}}`;
}
