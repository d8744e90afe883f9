/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads a body in the shape of an example, so that a page works with other
 * versions of the server: a field that is missing or of another type is the
 * example's. The example of a list has one item; what the example leaves
 * `undefined` or out may be anything.
 */
export function readAs<Shape>(example: Shape, body: unknown): Shape;
export function readAs(example: unknown, body: unknown): unknown {
  if (example === undefined) return body;
  if (Array.isArray(example)) {
    const [item]: readonly unknown[] = example;
    return Array.isArray(body) ? body.map((one) => readAs(item, one)) : [];
  }
  if (typeof example !== "object" || example === null)
    return typeof body === typeof example ? body : example;
  const fields = fieldsOf(body);
  const known = Object.entries(example).map(([name, part]) => [
    name,
    readAs<unknown>(part, fields[name]),
  ]);
  return { ...fields, ...Object.fromEntries(known) };
}
