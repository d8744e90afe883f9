import type { MiddlewareHandler } from "hono";
import type { Problem } from "../../types/problem.ts";
import { problemResponse } from "../problems.ts";
import { Identifier } from "../schemas/fields.ts";

/**
 * For routes with `:id`: answers invalid ids without a storage lookup.
 * @param unknown the answer to an invalid id
 */
export function checkId(unknown: Problem): MiddlewareHandler {
  return async (context, next) => {
    const { pathname } = new URL(context.req.url);
    return isDecodable(pathname) &&
      Identifier.safeParse(context.req.param("id")).success
      ? next()
      : problemResponse(unknown);
  };
}

/**
 * Hono keeps an undecodable `%ff` unchanged, so it would equal the name encoded
 * as `%25ff`.
 */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
