import type { MiddlewareHandler } from "hono";
import type { Problem } from "../channel.ts";
import { problemResponse } from "./problem-response.ts";

/** Of what callers sent that stands in an answer. */
const MAX_NAME = 64;

/** Refuses a request whose address has parameters that nobody here looks at: one that is misspelt would be ignored for ever. */
export function refuseUnknownParameters(
  known: readonly string[] = [],
): MiddlewareHandler {
  return async (context, next) => {
    const { searchParams } = new URL(context.req.url);
    const unknown = [...searchParams.keys()].find(
      (name) => !known.includes(name),
    );
    return unknown === undefined
      ? next()
      : problemResponse(refuse(unknown, known));
  };
}

function refuse(name: string, known: readonly string[]): Problem {
  return {
    status: 400,
    slug: "unknown-parameter",
    title: "There is no such parameter",
    detail: `${JSON.stringify(name.slice(0, MAX_NAME))} is no parameter of this address; ${known.length === 0 ? "it has none" : `it has ${known.join(", ")}`}.`,
  };
}
