import type { Problem } from "../../channel.ts";

/** Which page of the failed turns is asked for. */
export type PageReading =
  | {
      readonly kind: "read";
      readonly limit: number;
      /** The id of the last turn of the page before. */
      readonly before?: number;
    }
  | { readonly kind: "refused"; readonly problem: Problem };

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** Reads `status=failed`, which has to be there, `limit` and `before` of an address's query. */
export function readPageOptions(query: URLSearchParams): PageReading {
  const limit = Number(query.get("limit") ?? DEFAULT_LIMIT);
  const before = query.get("before");
  const errors = [
    ...(query.get("status") === "failed"
      ? []
      : [fault("status", "must be failed: others are not listed")]),
    ...(Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT
      ? []
      : [fault("limit", `must be a whole number from 1 to ${MAX_LIMIT}`)]),
    ...(before === null || /^\d{1,15}$/.test(before)
      ? []
      : [fault("before", "must be the id of a turn in the list")]),
  ];
  if (errors.length > 0) return refuse(errors);
  return {
    kind: "read",
    limit,
    ...(before !== null && { before: Number(before) }),
  };
}

interface Fault {
  readonly pointer: string;
  readonly detail: string;
}

function fault(name: string, detail: string): Fault {
  return { pointer: `/${name}`, detail };
}

function refuse(errors: readonly Fault[]): PageReading {
  return {
    kind: "refused",
    problem: {
      status: 422,
      slug: "invalid-query",
      title: "The address asks for something that there is not",
      detail: errors
        .map(({ pointer, detail }) => `${pointer.slice(1)} ${detail}`)
        .join("; "),
      errors,
    },
  };
}
