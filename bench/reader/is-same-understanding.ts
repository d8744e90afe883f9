import type { Understood } from "./reader-case.ts";

/**
 * Whether kind and tool are the same, and input and output as far as an
 * executor can tell.
 */
export function isSameUnderstanding(
  one: Understood,
  other: Understood,
): boolean {
  return (
    one.kind === other.kind &&
    one.tool === other.tool &&
    isSameValue(one.input, other.input) &&
    isSameValue(one.output, other.output)
  );
}

/**
 * Compares trimmed text, or JSON values regardless of key order, even if one of
 * them is JSON text.
 */
function isSameValue(one: unknown, other: unknown): boolean {
  const first = one ?? "";
  const second = other ?? "";
  if (typeof first === "string" && typeof second === "string")
    return (
      trimmed(first) === trimmed(second) ||
      canonical(parsed(first)) === canonical(parsed(second))
    );
  return canonical(parsed(first)) === canonical(parsed(second));
}

function trimmed(text: string): string {
  return text.replaceAll("\r\n", "\n").trim();
}

function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return trimmed(value);
  }
}

function canonical(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(trimmed(value));
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(",")}}`;
}
