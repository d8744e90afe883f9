import type * as z from "zod";
import type { Problem } from "../types/problem.ts";
import { refuse, type Reading } from "./problems.ts";

/**
 * Validates the query against a schema of strings. Rejects unknown parameters,
 * so that a misspelt one is not ignored silently.
 */
export function parseQuery<Schema extends z.ZodObject>(
  request: Request,
  schema: Schema,
): Reading<z.infer<Schema>> {
  const { searchParams } = new URL(request.url);
  const parsed = schema.safeParse(Object.fromEntries(searchParams));
  const known = Object.keys(schema.shape);
  const faults = [
    ...[...searchParams.keys()]
      .filter((name) => !known.includes(name))
      .map((name) => ({
        pointer: `?${name.slice(0, MAX_NAME)}`,
        detail: `is not a parameter of this endpoint; it has ${known.join(", ")}`,
      })),
    ...(parsed.error?.issues ?? []).map(({ path, message }) => ({
      pointer: `?${path.join(".")}`,
      detail: message,
    })),
  ];
  return parsed.success && faults.length === 0
    ? { kind: "read", value: parsed.data }
    : refuse(wrongQuery(faults.slice(0, MAX_FAULTS)));
}

/** Longest name echoed in an error. */
const MAX_NAME = 64;
const MAX_FAULTS = 20;

function wrongQuery(errors: NonNullable<Problem["errors"]>): Problem {
  return {
    status: 400,
    slug: "invalid-query",
    title: "Invalid query parameters",
    detail: errors
      .map(({ pointer, detail }) => `${pointer} ${detail}`)
      .join("; "),
    errors,
  };
}
