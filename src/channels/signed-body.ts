import type { Reading } from "./problems.ts";
import { MAX_BODY_BYTES } from "./json-body.ts";
import { readBytes } from "./request-body.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Reads the body as it was sent, within bounds and whatever its headers say: what platforms sign are its bytes. Nothing of it is to be
 * believed, nor parsed, before its signature is checked.
 * @param options.maxBytes more where the platform puts many messages into one request
 */
export function readSignedBody(
  request: Request,
  { maxBytes = MAX_BODY_BYTES }: { maxBytes?: number } = {},
): Promise<Reading<Bytes>> {
  return readBytes(request, { maxBytes });
}

/**
 * Whether `signature` is the HMAC of the text or bytes under the secret. Compares in constant time, by WebCrypto. Nothing is signed under an
 * empty secret, and what is no hexadecimal or base64 text is no signature.
 */
export async function isSigned(
  signed: string | Uint8Array<ArrayBuffer>,
  {
    signature,
    encoding,
    secret,
    hash = "SHA-256",
  }: {
    signature: string;
    encoding: "hex" | "base64";
    secret: string;
    hash?: "SHA-256" | "SHA-1";
  },
): Promise<boolean> {
  const given = encoding === "hex" ? fromHex(signature) : fromBase64(signature);
  if (given === undefined || secret === "") return false;
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash };
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

function fromHex(text: string): Bytes | undefined {
  if (!/^(?:[\da-f]{2}){1,64}$/i.test(text)) return undefined;
  const pairs = text.match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

function fromBase64(text: string): Bytes | undefined {
  if (!/^[\w+/-]{1,88}={0,2}$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
