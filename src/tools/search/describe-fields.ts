import type { Fields } from "./loose-fields.ts";

const MAX_FIELDS = 12;

/** Names of fields for programs. */
const FOR_PROGRAMS =
  /(?:^|_)(?:type|links?|stick|id|kgmid|thumbnail|image|chips?)$/;

/** What a result of unknown kind says, field by field: `height: 123 m; opened: 1931`. Addresses and nested objects are left out. */
export function describeFields(
  fields: Fields,
  { omit = [] }: { omit?: readonly string[] } = {},
): string {
  return Object.entries(fields)
    .filter(([name]) => !FOR_PROGRAMS.test(name) && !omit.includes(name))
    .map(([name, value]) => [name.replaceAll("_", " "), toText(value)] as const)
    .filter(([, text]) => text !== "" && !/^https?:/.test(text))
    .slice(0, MAX_FIELDS)
    .map(([name, text]) => `${name}: ${text}`)
    .join("; ");
}

/** A text, a number, or a list of such in one text; empty for anything else. */
export function toText(value: unknown, separator = ", "): string {
  if (typeof value === "string") return value.trim();
  if (typeof value === "number" || typeof value === "boolean")
    return String(value);
  if (!Array.isArray(value)) return "";
  return value
    .slice(0, MAX_FIELDS)
    .filter((entry) => !Array.isArray(entry))
    .map((entry) => toText(entry))
    .filter((text) => text !== "")
    .join(separator);
}
