/**
 * Parses a table of entries on lines or between bars, each a value followed by
 * its names. Returns the values by name.
 */
export function parseNames(table: string): ReadonlyMap<string, string> {
  return new Map(
    table
      .trim()
      .split(/[|\n]/)
      .flatMap((entry) => {
        const [value = "", ...names] = entry.trim().split(/\s+/);
        return names.map((name) => [name, value] as const);
      }),
  );
}
