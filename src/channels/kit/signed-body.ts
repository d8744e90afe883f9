import { MAX_BODY_BYTES } from "../../http/json-body.ts";
import type { Reading } from "../../http/problems.ts";
import { decodeText, readBytes } from "../../http/request-body.ts";
import { fromBase64, fromHex, type Bytes } from "../../runtime/bytes.ts";
import { parseJson } from "../../text/json.ts";

/**
 * Reads the raw bytes of the body, which platforms sign, whatever its headers
 * say. Do not parse them before the signature is verified.
 * @param options.maxBytes more if the platform batches messages
 */
export function readSignedBody(
  request: Request,
  { maxBytes = MAX_BODY_BYTES }: { maxBytes?: number } = {},
): Promise<Reading<Bytes>> {
  return readBytes(request, { maxBytes });
}

/** Older requests are replays: platforms sign each attempt. */
const MAX_AGE_SECONDS = 300;

/**
 * Whether a request was signed within five minutes of now.
 * @param timestamp the header's value: seconds since 1970
 */
export function isRecent(timestamp: string, now: () => number): boolean {
  const age = Math.abs(now() / 1_000 - Number(timestamp));
  return /^\d{1,12}$/.test(timestamp) && age <= MAX_AGE_SECONDS;
}

/** Parses JSON; `undefined` if it is malformed or not UTF-8. */
export function parseSigned(body: Bytes): unknown {
  const text = decodeText(body);
  return text.kind === "refused" ? undefined : parseJson(text.value);
}

/**
 * Verifies an HMAC-SHA256 in constant time. `false` for an empty secret and for
 * a malformed signature.
 */
export async function isSigned(
  signed: Bytes,
  {
    signature,
    encoding,
    secret,
  }: { signature: string; encoding: "hex" | "base64"; secret: string },
): Promise<boolean> {
  const decode = encoding === "hex" ? fromHex : fromBase64;
  const given = signature.length > 128 ? undefined : decode(signature);
  if (given === undefined || secret === "") return false;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(secret),
    algorithm,
    false,
    ["verify"],
  );
  return crypto.subtle.verify("HMAC", key, given, signed);
}
