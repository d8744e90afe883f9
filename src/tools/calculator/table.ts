/** A table of values and their names, each value before its names; an entry a line, or between bars. By name. */
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
