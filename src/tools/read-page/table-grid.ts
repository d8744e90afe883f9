export interface Cell {
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
export function layOut(
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
