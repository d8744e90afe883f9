import * as z from "zod";
import { notFrom, refuse, type Reading } from "../../http/problems.ts";
import { isSameSecret } from "../../http/secrets.ts";
import { concatenate, fromBase64, type Bytes } from "../../runtime/bytes.ts";
import { sha256, toHex } from "../../runtime/hash.ts";
import { parseJson } from "../../text/json.ts";
import { isRecent, readSignedBody } from "../kit/signed-body.ts";

const Encrypted = z.object({ encrypt: z.string().min(1) });
const Challenge = z.object({
  type: z.literal("url_verification"),
  token: z.string(),
  challenge: z.string().max(1_000),
});

type Event =
  | { readonly kind: "challenge"; readonly challenge: string }
  /** `source`: decrypted JSON, `undefined` if it is malformed. */
  | { readonly kind: "event"; readonly source: unknown };

/**
 * Verifies and decrypts a request
 * (https://open.feishu.cn/document/server-docs/event-subscription-guide/event-subscription-configure-/encrypt-key-encryption-configuration-case).
 * A challenge, the first request, may lack a signature: its sender proves
 * itself by the encryption key and the verification token.
 */
export async function readEvent(
  request: Request,
  {
    encryptKey,
    verificationToken,
    now,
  }: { encryptKey: string; verificationToken: string; now: () => number },
): Promise<Reading<Event>> {
  const signature = request.headers.get("x-lark-signature") ?? "";
  const timestamp = request.headers.get("x-lark-request-timestamp") ?? "";
  const nonce = request.headers.get("x-lark-request-nonce") ?? "";
  const body = await readSignedBody(request);
  if (body.kind === "refused") return body;
  const signed = concatenate([timestamp, nonce, encryptKey, body.value]);
  const isSigned =
    isRecent(timestamp, now) && (await isDigest(signature, signed));
  if (!isSigned && signature !== "") return refuse(UNAUTHORIZED);
  const source = await decrypt(body.value, encryptKey);
  const { data } = Challenge.safeParse(source);
  if (data?.token === verificationToken)
    return {
      kind: "read",
      value: { kind: "challenge", challenge: data.challenge },
    };
  if (!isSigned) return refuse(UNAUTHORIZED);
  return { kind: "read", value: { kind: "event", source } };
}

async function isDigest(signature: string, signed: Bytes): Promise<boolean> {
  const digest = await crypto.subtle.digest("SHA-256", signed);
  return isSameSecret(signature, toHex(new Uint8Array(digest)));
}

/**
 * Decrypts AES-256-CBC: the key is the encrypt key's SHA-256, the IV the first
 * 16 bytes. Returns parsed JSON, `undefined` if it is malformed.
 */
async function decrypt(body: Bytes, encryptKey: string): Promise<unknown> {
  const decoder = new TextDecoder();
  const { data } = Encrypted.safeParse(parseJson(decoder.decode(body)));
  const bytes = data && fromBase64(data.encrypt);
  if (bytes === undefined) return undefined;
  try {
    const key = await crypto.subtle.importKey(
      "raw",
      await sha256(encryptKey),
      "AES-CBC",
      false,
      ["decrypt"],
    );
    const plain = await crypto.subtle.decrypt(
      { name: "AES-CBC", iv: bytes.subarray(0, 16) },
      key,
      bytes.subarray(16),
    );
    return parseJson(decoder.decode(plain));
  } catch {
    return undefined;
  }
}

const UNAUTHORIZED = notFrom(
  "Feishu",
  "The X-Lark-Signature header is missing, wrong, or older than five minutes. Copy FEISHU_ENCRYPT_KEY and FEISHU_VERIFICATION_TOKEN from Events & Callbacks → Encryption Strategy of your app.",
);
