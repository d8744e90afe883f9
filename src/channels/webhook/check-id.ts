import type { MiddlewareHandler } from "hono";
import type { Problem } from "../../channel.ts";
import { problemResponse } from "../problem-response.ts";
import { Identifier } from "./schemas/identifier.ts";

/** For routes with `:id`. @param unknown the answer to what can be nobody's id: no store is asked for it */
export function checkId(unknown: Problem): MiddlewareHandler {
  return async (context, next) =>
    Identifier.safeParse(context.req.param("id")).success
      ? next()
      : problemResponse(unknown);
}
