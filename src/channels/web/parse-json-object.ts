/** The fields of a JSON object; none where the text is anything else. */
export function parseJsonObject(
  text: string,
): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
