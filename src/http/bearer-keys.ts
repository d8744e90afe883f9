import type { Context, Env, MiddlewareHandler } from "hono";
import type { CallerRefusal, GuessGuard } from "./guess-guard.ts";
import { problemResponse } from "./problems.ts";
import { isSameSecret } from "./secrets.ts";

/**
 * Finds the key sent as `Authorization: Bearer <key>`. Reads nothing but that
 * header.
 */
export async function findBearerKey<Key extends { readonly key: string }>(
  request: Request,
  keys: readonly Key[],
  /** Error details. */
  texts: { missing: string; unknown: string },
): Promise<{ readonly kind: "known"; readonly key: Key } | CallerRefusal> {
  const header = request.headers.get("authorization") ?? "";
  const given = /^Bearer +(\S+)$/i.exec(header)?.[1];
  if (given === undefined) return refuseCaller(texts.missing);
  // Compares every key, so that timing reveals nothing.
  const matches = await Promise.all(
    keys.map(({ key }) => isSameSecret(given, key)),
  );
  const key = keys[matches.indexOf(true)];
  return key === undefined
    ? refuseCaller(texts.unknown, { isWrong: true })
    : { kind: "known", key };
}

export function refuseCaller(
  detail: string,
  { isWrong = false } = {},
): CallerRefusal {
  return {
    kind: "refused",
    isWrong,
    problem: {
      status: 401,
      slug: "unauthorized",
      title: "Missing or invalid credentials",
      detail,
    },
  };
}

/**
 * Admits who sends one of the keys; limits guesses. Responses are not
 * cacheable.
 */
export function admitKey<
  Key extends { readonly key: string },
  Variables extends Env,
>({
  keys,
  owner,
  variable,
  guessGuard,
  onAdmit = () => {},
}: {
  keys: readonly Key[];
  /** Whose keys they are, in error details: `the library's`. */
  owner: string;
  /** Variable that holds them. */
  variable: string;
  guessGuard: GuessGuard;
  onAdmit?: (context: Context<Variables>, key: Key) => void;
}): MiddlewareHandler<Variables> {
  const texts = {
    missing: `Send ${owner} key in the Authorization header: Authorization: Bearer <key>.`,
    unknown: `This key is not ${owner}. Check it against ${variable}.`,
  };
  return async (context, next) => {
    context.header("cache-control", "no-store");
    const checking = await guessGuard.check(context, () =>
      findBearerKey(context.req.raw, keys, texts),
    );
    if (checking.kind === "refused") return problemResponse(checking.problem);
    onAdmit(context, checking.key);
    return next();
  };
}
