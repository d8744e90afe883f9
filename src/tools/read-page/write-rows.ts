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

interface Cell {
  readonly text: string;
  readonly colspan: number;
  readonly rowspan: number;
}

/** What a cell takes; repeated in each further column and row that it spans. */
interface Place {
  readonly text: string;
  readonly isRepeated: boolean;
}

const EMPTY: Place = { text: "", isRepeated: true };

/** Spans are not followed beyond. */
const MAX_COLUMNS = 50;

/** Puts the cells of rows where those of the rows above leave room. */
function layOut(
  rows: readonly (readonly Cell[])[],
): readonly (readonly Place[])[] {
  const grid = rows.map((): (Place | undefined)[] => []);
  for (const [top, cells] of rows.entries()) {
    let left = 0;
    for (const { text, colspan, rowspan } of cells) {
      while (grid[top]?.[left] !== undefined) left++;
      const end = Math.max(left + 1, Math.min(left + colspan, MAX_COLUMNS));
      const below = left < MAX_COLUMNS ? rowspan : 1;
      const again = { text, isRepeated: true };
      for (const row of grid.slice(top, top + below))
        for (let column = left; column < end; column++) row[column] ??= again;
      grid[top]?.splice(left, 1, { text, isRepeated: false });
      left = end;
    }
  }
  // Places that nothing takes are holes.
  return grid.map((row) => Array.from(row, (place) => place ?? EMPTY));
}
