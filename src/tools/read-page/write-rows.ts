import { layOut, type Cell } from "./table-grid.ts";

const SEPARATOR = " | ";

/**
 * Writes a table's rows as lines. A cell that spans columns or rows is repeated
 * in each, so that every line reads by itself.
 * @param room for repetitions, which are left out when it is used up
 */
export function writeRows(
  rows: readonly (readonly Cell[])[],
  room: { left: number },
): string {
  const lines = layOut(rows).map((places, index) => {
    const [only, ...others] = rows[index] ?? [];
    // A heading across the table, or a table of one column.
    const isAlone =
      others.length === 0 && places.every(({ text }) => text === only?.text);
    if (isAlone) return only?.text.trim() ?? "";
    const texts = places.flatMap(({ text, isRepeated }) => {
      if (isRepeated) room.left -= text.length + SEPARATOR.length;
      const line = text.replaceAll(/\s+/g, " ").trim();
      return isRepeated && room.left < 0 ? [] : [line];
    });
    const end = texts.findLastIndex((text) => text !== "") + 1;
    return texts.slice(0, end).join(SEPARATOR);
  });
  return lines.filter((line) => line !== "").join("\n");
}
