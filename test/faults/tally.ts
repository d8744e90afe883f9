import type { Verdict } from "./judge.ts";

/** Outcomes of all runs of a row. */
export interface Tally {
  readonly row: string;
  runs: number;
  lost: number;
  twice: number;
  outOfOrder: number;
  historiesBroken: number;
  repeated: number;
  othersHurt: number;
}

export const PREVIEWS = "A preview was sent, and not noted";
export const PARTS = "A part was sent, and not stored as sent";
export const STOOD_STILL =
  "A worker stood still, and another one had gone on for it";
export const SENT_WHEN_TAKEN_OVER =
  "A worker was taken over while a part of it was under way";
export const CALLED_WHEN_TAKEN_OVER =
  "A worker was taken over while a call of it was under way";

/** Runs in a documented window, which also count in their own rows. */
export interface WindowTally {
  readonly what: string;
  runs: number;
  twice: number;
}

/** Counts verdicts by row, in the given order. */
export class Tallies {
  readonly #rows: ReadonlyMap<string, Tally>;
  readonly windows: readonly WindowTally[];

  /** @param windows the existing windows */
  constructor(
    rows: readonly string[],
    windows: readonly string[] = [PARTS, PREVIEWS],
  ) {
    this.#rows = new Map(rows.map((row) => [row, createTally(row)]));
    this.windows = windows.map((what) => ({ what, runs: 0, twice: 0 }));
  }

  /** Rows with runs. */
  get rows(): readonly Tally[] {
    return [...this.#rows.values()].filter(({ runs }) => runs > 0);
  }

  add(
    row: string,
    verdict: Verdict,
    {
      inWindow,
      window: what = inWindow?.startsWith("preview") ? PREVIEWS : PARTS,
    }: { inWindow?: string | undefined; window?: string },
  ): void {
    const tally = this.#rows.get(row);
    if (tally === undefined) throw new Error(`There is no row "${row}".`);
    tally.runs++;
    tally.lost += Number(verdict.isLost);
    tally.twice += Number(verdict.isTwice);
    tally.outOfOrder += Number(verdict.isOutOfOrder);
    tally.historiesBroken += Number(verdict.isHistoryBroken);
    tally.repeated += Number(verdict.isRepeated);
    tally.othersHurt += Number(verdict.isNeighbourHurt);
    const window = this.windows.find((each) => each.what === what);
    if (inWindow === undefined || window === undefined) return;
    window.runs++;
    window.twice += Number(verdict.isTwiceInWindow);
  }
}

function createTally(row: string): Tally {
  return {
    row,
    runs: 0,
    lost: 0,
    twice: 0,
    outOfOrder: 0,
    historiesBroken: 0,
    repeated: 0,
    othersHurt: 0,
  };
}
