/**
 * Every `share`-th of the runs of each scene or, where there is none, of each
 * row, and at least one; they take turns in which of theirs is the first.
 */
export function takeShare<
  Run extends { readonly row: string; readonly scene?: string },
>(runs: readonly Run[], share: number): readonly Run[] {
  const groups = Object.groupBy(runs, ({ row, scene = row }) => scene);
  const taken = new Set(
    Object.values(groups).flatMap((group = [], turn) => {
      const first = turn % Math.min(share, group.length);
      return group.filter((_, index) => index % share === first);
    }),
  );
  return runs.filter((run) => taken.has(run));
}

/** Of the option `--share 3`; says what it leaves out. */
export function parseShare(
  text: string,
  { isToWrite }: { isToWrite: boolean },
): number {
  const share = Number(text);
  if (!Number.isInteger(share) || share < 1)
    throw new Error("--share is a whole number: 3 makes a third of the runs.");
  if (isToWrite && share > 1) throw new Error("--write needs all of the runs.");
  if (share > 1)
    console.log(
      `Makes one in ${share} runs of each scene and row; without --share, all.`,
    );
  return share;
}
