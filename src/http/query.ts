import type { MiddlewareHandler } from "hono";
import type * as z from "zod";
import type { Problem } from "../types/problem.ts";
import { problemResponse, refuse, type Reading } from "./problems.ts";

/**
 * Validates the query against a schema of strings. Rejects unknown and
 * duplicate parameters.
 * @param others parameters that somebody else reads
 */
export function parseQuery<Schema extends z.ZodObject>(
  request: Request,
  schema: Schema,
  others: readonly string[] = [],
): Reading<z.infer<Schema>> {
  const { searchParams } = new URL(request.url);
  const known = Object.keys(schema.shape);
  const unknown = findUnknown(searchParams, [...known, ...others]);
  if (unknown !== undefined) return refuse(unknown);
  const repeated = known.filter((name) => searchParams.getAll(name).length > 1);
  if (repeated.length > 0)
    return refuse(
      wrongParameters(repeated.map((name) => [name, "appears twice"])),
    );
  const parsed = schema.safeParse(Object.fromEntries(searchParams));
  if (parsed.success) return { kind: "read", value: parsed.data };
  return refuse(
    wrongParameters(
      parsed.error.issues.map(({ path, message }) => [path.join("."), message]),
    ),
  );
}

/**
 * For routes without parameters: rejects all, so that a misspelt one is not
 * ignored silently.
 */
export function refuseParameters(): MiddlewareHandler {
  return async (context, next) => {
    const unknown = findUnknown(new URL(context.req.url).searchParams, []);
    return unknown === undefined ? next() : problemResponse(unknown);
  };
}

/** Longest name echoed in an error. */
const MAX_NAME = 64;

function findUnknown(
  parameters: URLSearchParams,
  known: readonly string[],
): Problem | undefined {
  const name = [...parameters.keys()].find((each) => !known.includes(each));
  if (name === undefined) return undefined;
  return {
    status: 400,
    slug: "unknown-parameter",
    title: "Unknown query parameter",
    detail: `${JSON.stringify(name.slice(0, MAX_NAME))} is not a parameter of this endpoint; ${known.length === 0 ? "it has none" : `it has ${known.join(", ")}`}.`,
  };
}

function wrongParameters(
  faults: readonly (readonly [name: string, detail: string])[],
): Problem {
  return {
    status: 400,
    slug: "invalid-query",
    title: "Invalid query parameters",
    detail: faults.map(([name, detail]) => `?${name} ${detail}`).join("; "),
    errors: faults.map(([name, detail]) => ({ pointer: `?${name}`, detail })),
  };
}
