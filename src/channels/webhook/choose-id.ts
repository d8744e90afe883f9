import type { Problem } from "../../channel.ts";
import { refuseField } from "../refuse-field.ts";

export type IdChoice =
  | { readonly kind: "chosen"; readonly id: string }
  | { readonly kind: "refused"; readonly problem: Problem };

/**
 * The id of a message: that of its body, else the `webhook-id` that is signed with it, else its `Idempotency-Key`, else a
 * new one. Two that are not the same are refused: the key is not signed, and one more message for each new key would be the
 * way to have a signed one answered again and again.
 */
export function chooseId({
  headers,
  bodyId,
  signedId,
  createId,
}: {
  headers: Headers;
  bodyId: string | undefined;
  signedId: string | undefined;
  createId: () => string;
}): IdChoice {
  const header = headers.get("idempotency-key");
  const key = header === null ? undefined : readIdempotencyKey(header);
  if (header !== null && key === undefined)
    return { kind: "refused", problem: BROKEN_KEY };
  const id = bodyId ?? signedId;
  if (id !== undefined && key !== undefined && id !== key)
    return refuseField(
      "/id",
      bodyId === undefined
        ? "is one thing in webhook-id and another in Idempotency-Key; send one of them, or the same twice"
        : "is not what the Idempotency-Key says; send one of them, or the same twice",
    );
  return { kind: "chosen", id: id ?? key ?? createId() };
}

/**
 * A text in double quotes, as the draft of the header has it, or as it is, as many clients send it. `undefined` for what is
 * no id: 1 to 128 printable ASCII characters.
 */
function readIdempotencyKey(header: string): string | undefined {
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(header)?.[1];
  const key = quoted?.replace(/\\(.)/g, "$1") ?? header;
  return /^(?!\.{1,2}$)[!-~](?:[ -~]{0,126}[!-~])?$/.test(key)
    ? key
    : undefined;
}

const BROKEN_KEY: Problem = {
  status: 400,
  slug: "broken-idempotency-key",
  title: "The Idempotency-Key cannot be read",
  detail:
    "It must be 1 to 128 printable ASCII characters, with or without double quotes around them.",
};
