import type { Problem } from "../../channel.ts";
import { isSameSecret } from "../is-same-secret.ts";

export interface ApiKey {
  /** Of the caller: part of the ids of its conversations. */
  readonly name: string;
  readonly key: string;
}

export type Authentication =
  { readonly kind: "known"; readonly name: string } | Refusal;

export interface Refusal {
  readonly kind: "refused";
  readonly problem: Problem;
  /** There is a key or a signature, which is another than ours: it may be a guess. */
  readonly isWrong: boolean;
}

/** Tells who calls by `Authorization: Bearer <key>`; looks at nothing else of the request. */
export async function authenticate(
  request: Request,
  keys: readonly ApiKey[],
): Promise<Authentication> {
  const header = request.headers.get("authorization");
  const given = /^Bearer +(\S+)$/i.exec(header ?? "")?.[1];
  if (given === undefined)
    return refuseCaller(
      header === null
        ? "Send your API key in the header Authorization: Bearer <key>."
        : "The header Authorization must be Bearer, a blank, and your API key.",
    );
  // Every key is compared, so that the time tells nothing about which one was nearly right.
  const matches = await Promise.all(
    keys.map(({ key }) => isSameSecret(given, key)),
  );
  const known = keys[matches.indexOf(true)];
  return known === undefined
    ? refuseCaller(
        "This API key is not known here. Check it against WEBHOOK_API_KEYS.",
        { isWrong: true },
      )
    : { kind: "known", name: known.name };
}

export function refuseCaller(
  detail: string,
  { isWrong = false } = {},
): Refusal {
  return {
    kind: "refused",
    isWrong,
    problem: {
      status: 401,
      slug: "unauthorized",
      title: "The key or signature is missing or wrong",
      detail,
    },
  };
}
