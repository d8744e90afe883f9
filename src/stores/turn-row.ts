import type { IndexedTurn, UsageSum } from "../types/turn-index.ts";

/** A row as a store of Parley's returns it. */
type Row = Readonly<Record<string, string | number | boolean | null>>;

export function toIndexedTurn(row: Row): IndexedTurn {
  const { failure, thumb, endedAt } = row;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `put` has put them there
  const kinds = { outcome: row["outcome"], failure, thumb } as Pick<
    IndexedTurn,
    "outcome" | "failure" | "thumb"
  >;
  return {
    conversation: String(row["conversation"]),
    id: String(row["id"]),
    number: Number(row["number"]),
    channel: String(row["channel"]),
    outcome: kinds.outcome,
    ...(kinds.failure && { failure: kinds.failure }),
    ...(kinds.thumb && { thumb: kinds.thumb }),
    model: String(row["model"]),
    at: Number(row["at"]),
    ...(typeof endedAt === "number" && { endedAt }),
    ...toTokens(row),
  };
}

export function toUsageSum(row: Row): UsageSum {
  return {
    day: Number(row["day"]),
    channel: String(row["channel"]),
    model: String(row["model"]),
    turns: Number(row["turns"]),
    failed: Number(row["failed"]),
    ...toTokens(row),
  };
}

function toTokens(row: Row) {
  return {
    inputTokens: Number(row["inputTokens"]),
    cachedInputTokens: Number(row["cachedInputTokens"]),
    outputTokens: Number(row["outputTokens"]),
  };
}
