/**
 * Every `share`-th of each row's runs, and at least one of each row; the rows
 * take turns in which of theirs is the first.
 */
export function takeShare<Run extends { readonly row: string }>(
  runs: readonly Run[],
  share: number,
): readonly Run[] {
  const rows = Object.values(Object.groupBy(runs, ({ row }) => row));
  const taken = new Set(
    rows.flatMap((ofRow = [], turn) => {
      const first = turn % Math.min(share, ofRow.length);
      return ofRow.filter((_, index) => index % share === first);
    }),
  );
  return runs.filter((run) => taken.has(run));
}

/** Of the option `--share 3`. */
export function parseShare(
  text: string,
  { isToWrite }: { isToWrite: boolean },
): number {
  const share = Number(text);
  if (!Number.isInteger(share) || share < 1)
    throw new Error("--share is a whole number: 3 makes a third of the runs.");
  if (isToWrite && share > 1) throw new Error("--write needs all of the runs.");
  return share;
}
