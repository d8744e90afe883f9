import type { MiddlewareHandler } from "hono";
import type { Problem } from "../channel.ts";
import type { GuessGuard } from "./guess-guard.ts";
import { isSameSecret } from "./is-same-secret.ts";
import { problemResponse } from "./problem-response.ts";

/** What an operator shows: `Authorization: Bearer <key>`. */
export interface OperatorKeys {
  readonly keys: readonly string[];
  /** Whose they are, for people: `the library's`. */
  readonly owner: string;
  /** Where they are set. */
  readonly variable: string;
  readonly guessGuard: GuessGuard;
}

/** Lets in whoever has one of the keys. Looks at nothing else of the request, and no cache may keep what it answers. */
export function admitOperator(operator: OperatorKeys): MiddlewareHandler {
  return async (context, next) => {
    context.header("cache-control", "no-store");
    const checking = await operator.guessGuard.check(context, () =>
      check(context.req.raw, operator),
    );
    const problem =
      checking.kind === "refused" ? checking.problem : checking.result;
    return problem === undefined ? next() : problemResponse(problem);
  };
}

async function check(
  request: Request,
  { keys, owner, variable }: OperatorKeys,
): Promise<{ result: Problem | undefined; isWrong: boolean }> {
  const header = request.headers.get("authorization") ?? "";
  const given = /^Bearer +(\S+)$/i.exec(header)?.[1];
  if (given === undefined) {
    const detail = `Send ${owner} key in the header Authorization: Bearer <key>.`;
    return { result: unauthorized(detail), isWrong: false };
  }
  // Every key is compared, so that the time tells nothing about which one was nearly right.
  const matches = await Promise.all(
    keys.map((key) => isSameSecret(given, key)),
  );
  if (matches.includes(true)) return { result: undefined, isWrong: false };
  const detail = `This key is not ${owner}. Check it against ${variable}.`;
  return { result: unauthorized(detail), isWrong: true };
}

function unauthorized(detail: string): Problem {
  return {
    status: 401,
    slug: "unauthorized",
    title: "The key or signature is missing or wrong",
    detail,
  };
}
