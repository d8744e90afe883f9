import { isSameSecret } from "../channels/is-same-secret.ts";
import type { Problem } from "../channel.ts";

/** Why the caller is not the operator, who sends `Authorization: Bearer <LIBRARY_KEY>`; looks at nothing else of the request. */
export async function authorize(
  request: Request,
  keys: readonly string[],
): Promise<Problem | undefined> {
  const given = /^Bearer +(\S+)$/i.exec(
    request.headers.get("authorization") ?? "",
  )?.[1];
  if (given === undefined)
    return refuse(
      "Send the library's key in the header Authorization: Bearer <key>.",
    );
  // Every key is compared, so that the time tells nothing about which one was nearly right.
  const matches = await Promise.all(
    keys.map((key) => isSameSecret(given, key)),
  );
  return matches.includes(true)
    ? undefined
    : refuse("This key is not the library's. Check it against LIBRARY_KEY.");
}

function refuse(detail: string): Problem {
  return {
    status: 401,
    slug: "unauthorized",
    title: "The key or signature is missing or wrong",
    detail,
  };
}
