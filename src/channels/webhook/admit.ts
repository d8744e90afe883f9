import type { MiddlewareHandler } from "hono";
import { problemResponse } from "../problem-response.ts";
import type { CallerVariables } from "./caller-variables.ts";
import { type Credentials, identify } from "./identify.ts";

/** Lets in whoever is known, and tells the routes behind it who that is. What they answer is nobody else's: no cache may keep it. */
export function admit(
  credentials: Credentials,
  { takesSignatures }: { takesSignatures: boolean },
): MiddlewareHandler<CallerVariables> {
  return async (context, next) => {
    const identity = await identify(context.req.raw, {
      credentials,
      takesSignatures,
    });
    if (identity.kind === "refused") return problemResponse(identity.problem);
    context.set("caller", identity.name);
    context.set("signed", identity.signed);
    context.header("cache-control", "no-store");
    return next();
  };
}
