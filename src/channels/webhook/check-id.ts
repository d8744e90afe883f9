import type { MiddlewareHandler } from "hono";
import type { Problem } from "../../channel.ts";
import { problemResponse } from "../problem-response.ts";
import { Identifier } from "./schemas/identifier.ts";

/** For routes with `:id`. @param unknown the answer to what can be nobody's id: no store is asked for it */
export function checkId(unknown: Problem): MiddlewareHandler {
  return async (context, next) => {
    const { pathname } = new URL(context.req.url);
    return isDecodable(pathname) &&
      Identifier.safeParse(context.req.param("id")).success
      ? next()
      : problemResponse(unknown);
  };
}

/** What is not would be taken as it stands: `%ff` for the name that is written `%25ff`. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
