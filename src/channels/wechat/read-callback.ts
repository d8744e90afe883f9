import { refuse, type Reading } from "../../http/problems.ts";
import { decodeText } from "../../http/request-body.ts";
import type { Problem } from "../../types/problem.ts";
import { readSignedBody } from "../kit/signed-body.ts";
import type { CallbackCipher } from "./callback-cipher.ts";
import {
  isSignedCallback,
  readCallbackQuery,
  signCallback,
} from "./callback-signature.ts";

/** Verifies and decrypts the callbacks of one account or bot. */
export interface CallbackAccess {
  readonly token: string;
  readonly cipher: CallbackCipher;
  readonly now: () => number;
  /** For requests that cannot be verified. */
  readonly unauthorized: Problem;
}

/** The envelope of an encrypted answer. */
interface EncryptedAnswer {
  readonly encrypted: string;
  readonly signature: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly nonce: string;
}

/**
 * Verifies and decrypts a callback. Signed text that is not UTF-8 is accepted
 * as `undefined`, because WeChat would only retry it. A callback that cannot be
 * decrypted is rejected, so that a wrong key is noticed before messages are
 * lost.
 * @param findEncrypted finds the encrypted message in the unverified body
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
  const isSigned =
    encrypted !== undefined &&
    (await isSignedCallback(query, { token, encrypted }));
  const message = isSigned ? await cipher.decrypt(encrypted) : undefined;
  if (message === undefined) return refuse(unauthorized);
  const decoded = decodeText(message);
  return {
    kind: "read",
    value: decoded.kind === "refused" ? undefined : decoded.value,
  };
}

/** Encrypts and signs the message. */
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
