import { type Bytes, fromBase64, fromHex } from "./bytes.ts";
import { MAX_BODY_BYTES } from "./json-body.ts";
import type { Reading } from "./problems.ts";
import { decodeText, readBytes } from "./request-body.ts";
import { parseJson } from "../json.ts";

/**
 * Reads the body as it was sent, within bounds and whatever its headers say: what platforms sign are its bytes. Nothing of it may be
 * parsed or believed before its signature is checked.
 * @param options.maxBytes more where the platform puts many messages into one request
 */
export function readSignedBody(
  request: Request,
  { maxBytes = MAX_BODY_BYTES }: { maxBytes?: number } = {},
): Promise<Reading<Bytes>> {
  return readBytes(request, { maxBytes });
}

/** Older requests are replayed ones: platforms sign each try, and wait for seconds. */
const MAX_AGE_SECONDS = 300;

/**
 * Whether a request was signed now, give or take five minutes.
 * @param timestamp seconds since 1970, as its header says
 */
export function isRecent(timestamp: string, now: () => number): boolean {
  const age = Math.abs(now() / 1_000 - Number(timestamp));
  return /^\d{1,12}$/.test(timestamp) && age <= MAX_AGE_SECONDS;
}

/** The JSON of a body that was signed; `undefined` for what is none, or no UTF-8. */
export function parseSigned(body: Bytes): unknown {
  const text = decodeText(body);
  return text.kind === "refused" ? undefined : parseJson(text.value);
}

/**
 * Whether `signature` is the HMAC with SHA-256 of the text or bytes under the secret. Compares in constant time, by WebCrypto. Nothing is signed under an
 * empty secret, and what is no hexadecimal or base64 text is no signature.
 */
export async function isSigned(
  signed: string | Bytes,
  {
    signature,
    encoding,
    secret,
  }: { signature: string; encoding: "hex" | "base64"; secret: string },
): Promise<boolean> {
  const decode = encoding === "hex" ? fromHex : fromBase64;
  const given = signature.length > 128 ? undefined : decode(signature);
  if (given === undefined || secret === "") return false;
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey(
    "raw",
    encoder.encode(secret),
    algorithm,
    false,
    ["verify"],
  );
  const data = typeof signed === "string" ? encoder.encode(signed) : signed;
  return crypto.subtle.verify("HMAC", key, given, data);
}
