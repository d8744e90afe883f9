import type { MiddlewareHandler } from "hono";
import type { GuessGuard } from "../guess-guard.ts";
import { problemResponse } from "../problem-response.ts";
import type { CallerVariables } from "./caller-variables.ts";
import { type Credentials, identify } from "./identify.ts";

/** How callers are known, and how often they may try. */
export interface CallerCheck {
  readonly credentials: Credentials;
  readonly guessGuard: GuessGuard;
}

/** Lets in whoever is known, and tells the routes behind it who that is. What they answer is nobody else's: no cache may keep it. */
export function admit(
  { credentials, guessGuard }: CallerCheck,
  { takesSignatures }: { takesSignatures: boolean },
): MiddlewareHandler<CallerVariables> {
  return async (context, next) => {
    const checking = await guessGuard.check(context, async () => {
      const result = await identify(context.req.raw, {
        credentials,
        takesSignatures,
      });
      return { result, isWrong: result.kind === "refused" && result.isWrong };
    });
    if (checking.kind === "refused") return problemResponse(checking.problem);
    const identity = checking.result;
    if (identity.kind === "refused") return problemResponse(identity.problem);
    context.set("caller", identity.name);
    context.set("signed", identity.signed);
    context.header("cache-control", "no-store");
    return next();
  };
}
