import type { Problem } from "../../channel.ts";
import { isSameSecret } from "../is-same-secret.ts";

/** Why the caller is not the operator, who sends `Authorization: Bearer <ADMIN_API_KEY>`; looks at nothing else of the request. */
export async function authorize(
  request: Request,
  key: string,
): Promise<Problem | undefined> {
  const [, given] =
    /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (given === undefined)
    return refuse(
      "Send the operator's key in the header Authorization: Bearer <key>.",
    );
  return (await isSameSecret(given, key))
    ? undefined
    : refuse("This key is not the operator's. Check it against ADMIN_API_KEY.");
}

function refuse(detail: string): Problem {
  return {
    status: 401,
    slug: "unauthorized",
    title: "The key or signature is missing or wrong",
    detail,
  };
}
