import type { MiddlewareHandler } from "hono";
import type { Problem } from "../../types/problem.ts";
import { problemResponse } from "../problems.ts";
import { Identifier } from "../schemas/fields.ts";

/**
 * For routes with `:id`: answers invalid ids without a storage lookup.
 * @param unknown the answer to an invalid id
 */
export function checkId(unknown: Problem): MiddlewareHandler {
  return async (context, next) =>
    Identifier.safeParse(context.req.param("id")).success
      ? next()
      : problemResponse(unknown);
}
