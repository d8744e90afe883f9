/** What others wrote: any field may be missing, or hold anything. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** `undefined` for a text that is no JSON. */
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

/** The value if it is an object, else one without fields. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The value if it is text, else none. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Reads back JSON that Parley itself has written and nobody else can write: its type is the writer's. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the reader names the type that was written
export function parseOwnJson<Value>(json: unknown): Value {
  return JSON.parse(String(json));
}
