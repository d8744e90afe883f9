/** Untrusted JSON: any field may be missing or have any type. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns `undefined` if the text is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is an object, else an empty object. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The value if it is a string, else an empty string. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/**
 * Parses JSON that only Parley itself can have written, so its type is trusted.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the reader names the type that was written
export function parseOwnJson<Value>(json: unknown): Value {
  return JSON.parse(String(json));
}
