import { isSameSecret } from "../../http/secrets.ts";
import { toHex } from "../../runtime/hash.ts";
import { isRecent } from "../kit/signed-body.ts";

/** The signature parameters in a request's query. */
export interface CallbackQuery {
  readonly signature: string;
  /** Seconds since 1970. */
  readonly timestamp: string;
  readonly nonce: string;
}

/**
 * The hexadecimal SHA-1 of the sorted token, timestamp, nonce and encrypted
 * message (https://developer.work.weixin.qq.com/document/path/91144).
 */
export async function signCallback(parts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(parts.toSorted().join(""));
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-1", bytes)));
}

/**
 * Reads the signature parameters without verifying them. `undefined` if they
 * are missing, malformed or older than five minutes.
 * @param parameter `msg_signature` if the encrypted message is signed too, else
 *   `signature`
 */
export function readCallbackQuery(
  { url }: Request,
  {
    parameter = "msg_signature",
    now,
  }: { parameter?: "msg_signature" | "signature"; now: () => number },
): CallbackQuery | undefined {
  const { searchParams } = new URL(url);
  const signature = searchParams.get(parameter) ?? "";
  const timestamp = searchParams.get("timestamp") ?? "";
  const nonce = searchParams.get("nonce") ?? "";
  return isRecent(timestamp, now) &&
    /^[\da-f]{40}$/.test(signature) &&
    nonce.length <= 128
    ? { signature, timestamp, nonce }
    : undefined;
}

/**
 * Verifies the signature.
 * @param options.encrypted the message, if it is signed too
 */
export async function isSignedCallback(
  { signature, timestamp, nonce }: CallbackQuery,
  { token, encrypted }: { token: string; encrypted?: string },
): Promise<boolean> {
  const signed = encrypted === undefined ? [] : [encrypted];
  const expected = await signCallback([token, timestamp, nonce, ...signed]);
  return token !== "" && (await isSameSecret(signature, expected));
}
