import type { Redelivery } from "./run-redelivery.ts";
import type { Tally, WindowTally } from "./tally.ts";

export interface Results {
  readonly tallies: readonly Tally[];
  readonly windows: readonly WindowTally[];
  readonly redeliveries: readonly Redelivery[];
  /** Runs with violations, one line each. */
  readonly unsound: readonly string[];
  /** Conversations of finished runs, checked again at the end. */
  readonly lookedAtAgain: { readonly all: number; readonly changed: number };
}

/**
 * Formats the results as Markdown tables.
 * @param fault heading of the rows
 */
export function writeReport(
  { tallies, windows, redeliveries, lookedAtAgain }: Results,
  { fault }: { fault: string },
): string {
  return `${writeTable(
    [
      fault,
      "Runs",
      "Replies lost",
      "Replies twice",
      "Out of order",
      "Histories broken",
      "Steps repeated",
      "Others hurt",
    ],
    [...tallies, { ...sum(tallies), row: "**All**" }].map((tally) => [
      tally.row,
      tally.runs,
      tally.lost,
      tally.twice,
      tally.outOfOrder,
      tally.historiesBroken,
      tally.repeated,
      tally.othersHurt,
    ]),
  )}

${writeTable(
  ["The documented windows", "Runs", "One too many"],
  windows.map(({ what, runs, twice }) => [what, runs, twice]),
)}

${writeTable(
  ["Delivered", "Messages", "Deliveries", "Replies"],
  redeliveries.map((row) => [
    row.what,
    row.messages,
    row.deliveries,
    row.replies,
  ]),
)}

${writeTable(
  ["At the very end", "Conversations", "Changed since their runs"],
  [["All of the above", lookedAtAgain.all, lookedAtAgain.changed]],
)}
`;
}

/** Lists the violations, one line each. */
export function listBroken({
  tallies,
  redeliveries,
  unsound,
  lookedAtAgain,
}: Results): readonly string[] {
  const { row: _, runs, ...wrong } = sum(tallies);
  return [
    ...(runs === 0 ? ["Nothing was run."] : []),
    ...Object.entries(wrong)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${name}: ${count}`),
    ...unsound,
    ...redeliveries
      .filter(({ messages, replies }) => messages !== replies)
      .map(
        ({ what, messages, replies }) =>
          `${what}: ${replies} replies to ${messages} messages`,
      ),
    ...(lookedAtAgain.changed > 0
      ? [`conversations changed later: ${lookedAtAgain.changed}`]
      : []),
  ];
}

function sum(tallies: readonly Tally[]): Tally {
  const total = (field: Exclude<keyof Tally, "row">) =>
    tallies.reduce((count, tally) => count + tally[field], 0);
  return {
    row: "All",
    runs: total("runs"),
    lost: total("lost"),
    twice: total("twice"),
    outOfOrder: total("outOfOrder"),
    historiesBroken: total("historiesBroken"),
    repeated: total("repeated"),
    othersHurt: total("othersHurt"),
  };
}

/** The first column is text, the others are numbers. */
function writeTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) =>
    Math.max(4, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => pad(cell, column, widths)).join(" | ")} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  const [first = [], ...others] = cells;
  return [line(first), line(rule), ...others.map(line)].join("\n");
}

function pad(cell: string, column: number, widths: readonly number[]): string {
  const width = widths[column] ?? 0;
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
