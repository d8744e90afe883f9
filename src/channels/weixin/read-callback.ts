import type { Problem } from "../../channel.ts";
import { type Reading, refuse } from "../problems.ts";
import { decodeText } from "../request-body.ts";
import { readSignedBody } from "../signed-body.ts";
import type { CallbackCipher } from "./callback-cipher.ts";
import {
  isSignedCallback,
  readCallbackQuery,
  signCallback,
} from "./callback-signature.ts";

/** What verifies and decrypts the callbacks of one account or bot. */
export interface CallbackAccess {
  readonly token: string;
  readonly cipher: CallbackCipher;
  readonly now: () => number;
  /** Who is not known is told this. */
  readonly unauthorized: Problem;
}

/** The envelope of an encrypted answer. */
export interface EncryptedAnswer {
  readonly encrypted: string;
  readonly signature: string;
  readonly timestamp: number;
  readonly nonce: string;
}

/**
 * The text of a callback that is signed and encrypted for us; `undefined` where it is no text. What is signed is taken, since it would only
 * come again; what cannot be decrypted is refused, so that a wrong key is noticed before messages are lost.
 * @param findEncrypted in the body, which nobody has verified yet
 */
export async function readCallback(
  request: Request,
  {
    access: { token, cipher, now, unauthorized },
    findEncrypted,
  }: {
    access: CallbackAccess;
    findEncrypted: (body: string) => string | undefined;
  },
): Promise<Reading<string | undefined>> {
  const query = readCallbackQuery(request, { now });
  if (query === undefined) return refuse(unauthorized);
  const body = await readSignedBody(request);
  if (body.kind === "refused") return body;
  const text = decodeText(body.value);
  const encrypted =
    text.kind === "refused" ? undefined : findEncrypted(text.value);
  const isKnown =
    encrypted !== undefined &&
    (await isSignedCallback(query, { token, encrypted }));
  const message = isKnown ? await cipher.decrypt(encrypted) : undefined;
  if (message === undefined) return refuse(unauthorized);
  const decoded = decodeText(message);
  return {
    kind: "read",
    value: decoded.kind === "refused" ? undefined : decoded.value,
  };
}

/** The message, encrypted and signed. */
export async function encryptAnswer(
  message: string,
  { token, cipher, now }: CallbackAccess,
): Promise<EncryptedAnswer> {
  const encrypted = await cipher.encrypt(message);
  const timestamp = Math.floor(now() / 1_000);
  const nonce = crypto.randomUUID().replaceAll("-", "");
  const signature = await signCallback([
    token,
    `${timestamp}`,
    nonce,
    encrypted,
  ]);
  return { encrypted, signature, timestamp, nonce };
}
