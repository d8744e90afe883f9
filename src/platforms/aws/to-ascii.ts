/** The same JSON: SQS refuses some characters, and names of conversations may hold any. */
export function toAscii(json: string): string {
  return json.replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
