import type { Problem } from "../../channel.ts";
import { isSameSecret } from "../is-same-secret.ts";

export interface ApiKey {
  /** Part of the ids of its conversations. */
  readonly name: string;
  readonly key: string;
}

export type Authentication =
  | { readonly kind: "known"; readonly name: string }
  | { readonly kind: "refused"; readonly problem: Problem };

/** Tells who calls by `Authorization: Bearer <key>`; looks at nothing else of the request. */
export async function authenticate(
  request: Request,
  keys: readonly ApiKey[],
): Promise<Authentication> {
  const given = /^Bearer +(\S+)$/i.exec(
    request.headers.get("authorization") ?? "",
  )?.[1];
  if (given === undefined) {
    return refuse(
      "Send your API key in the header Authorization: Bearer <key>.",
    );
  }
  // Every key is compared, so that the time tells nothing about which one was nearly right.
  const matches = await Promise.all(
    keys.map(({ key }) => isSameSecret(given, key)),
  );
  const known = keys[matches.indexOf(true)];
  return known === undefined
    ? refuse(
        "This API key is not known here. Check it against WEBHOOK_API_KEYS.",
      )
    : { kind: "known", name: known.name };
}

function refuse(detail: string): Authentication {
  return {
    kind: "refused",
    problem: {
      status: 401,
      slug: "unauthorized",
      title: "Who are you?",
      detail,
    },
  };
}
