import { notFrom, refuse, type Reading } from "../../http/problems.ts";
import { concatenate, fromHex, type Bytes } from "../../runtime/bytes.ts";
import { isRecent, readSignedBody } from "../kit/signed-body.ts";

/**
 * Reads the body of a request and verifies its signature, Ed25519 over
 * timestamp and body
 * (https://discord.com/developers/docs/interactions/overview#setting-up-an-endpoint).
 * Discord now and then sends invalid signatures, and removes an endpoint that
 * does not answer those with 401.
 */
export async function readVerified(
  request: Request,
  { publicKey, now }: { publicKey: string; now: () => number },
): Promise<Reading<Bytes>> {
  const timestamp = request.headers.get("x-signature-timestamp") ?? "";
  const signature = request.headers.get("x-signature-ed25519") ?? "";
  if (!/^[\da-f]{128}$/i.test(signature) || !isRecent(timestamp, now))
    return refuse(UNAUTHORIZED);
  const body = await readSignedBody(request);
  if (body.kind === "refused") return body;
  const signed = concatenate([timestamp, body.value]);
  return (await isSigned(signed, { signature, publicKey }))
    ? body
    : refuse(UNAUTHORIZED);
}

async function isSigned(
  signed: Bytes,
  { signature, publicKey }: { signature: string; publicKey: string },
): Promise<boolean> {
  const point = fromHex(publicKey);
  const given = fromHex(signature);
  if (point === undefined || given === undefined) return false;
  try {
    const key = await crypto.subtle.importKey("raw", point, "Ed25519", false, [
      "verify",
    ]);
    return await crypto.subtle.verify("Ed25519", key, given, signed);
  } catch {
    // The public key is not a point on the curve.
    return false;
  }
}

const UNAUTHORIZED = notFrom(
  "Discord",
  "The X-Signature-Ed25519 header is missing, wrong, or older than five minutes. Copy DISCORD_PUBLIC_KEY from General Information of your app.",
);
