interface Cell {
  readonly text: string;
  readonly colspan: number;
  readonly rowspan: number;
}

/** A row's place in a column; its cell spans as many rows below. */
interface Place {
  readonly text: string;
  readonly isRepeated: boolean;
  readonly rowsBelow: number;
}

const EMPTY: Place = { text: "", isRepeated: true, rowsBelow: 0 };

/** Spans are not followed beyond. */
const MAX_COLUMNS = 100;

const SEPARATOR = " | ";

/**
 * Writes a table's rows as lines. A cell that spans columns or rows is repeated
 * in each, so that every line reads by itself.
 * @param options.groups of which each row is one; spans end with their group
 * @param options.room for repetitions, which are left out when it is used up
 */
export function writeRows(
  rows: readonly (readonly Cell[])[],
  { groups, room }: { groups: readonly unknown[]; room: { left: number } },
): string {
  const fits = ({ isRepeated, text }: Place): boolean => {
    if (isRepeated) room.left -= text.length + SEPARATOR.length;
    return !isRepeated || room.left >= 0;
  };
  let above: readonly Place[] = [];
  const lines = rows.map((cells, index) => {
    if (groups[index] !== groups[index - 1]) above = [];
    const isAlone = cells.length === 1 && !above.some(isContinued);
    above = placeCells(cells, above);
    // A heading across the table, or a table of one column.
    if (isAlone) return cells[0]?.text.trim() ?? "";
    const texts = above.filter(fits).map(({ text }) => text);
    const end = texts.findLastIndex((text) => text !== "") + 1;
    return texts.slice(0, end).join(SEPARATOR);
  });
  return lines.filter((line) => line !== "").join("\n");
}

/** Puts a row's cells where those of the rows above leave room. */
function placeCells(
  cells: readonly Cell[],
  above: readonly Place[],
): readonly Place[] {
  const places: Place[] = [];
  const continueAbove = (): void => {
    let place = above[places.length];
    while (place !== undefined && isContinued(place)) {
      const rowsBelow = place.rowsBelow - 1;
      places.push({ text: place.text, isRepeated: true, rowsBelow });
      place = above[places.length];
    }
  };
  for (const cell of cells) {
    continueAbove();
    const text = cell.text.replaceAll(/\s+/g, " ").trim();
    const rowsBelow = places.length < MAX_COLUMNS ? cell.rowspan - 1 : 0;
    places.push({ text, isRepeated: false, rowsBelow });
    const end = Math.min(places.length + cell.colspan - 1, MAX_COLUMNS);
    while (places.length < end)
      places.push({ text, isRepeated: true, rowsBelow });
  }
  continueAbove();
  while (places.length <= above.findLastIndex(isContinued)) {
    places.push(EMPTY);
    continueAbove();
  }
  return places;
}

function isContinued({ rowsBelow }: Place): boolean {
  return rowsBelow > 0;
}
