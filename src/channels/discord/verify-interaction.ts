import type { Problem } from "../../channel.ts";
import { type Reading, refuse } from "../problems.ts";
import { readSignedBody } from "../signed-body.ts";

/** An older request is a replayed one: Discord itself waits three seconds for an answer. */
const MAX_AGE_SECONDS = 300;

/**
 * The body of a request that Discord has signed: Ed25519 over timestamp and body
 * (https://discord.com/developers/docs/interactions/overview#setting-up-an-endpoint). Discord itself sends wrong signatures now and then,
 * and takes the endpoint away unless they are answered with 401.
 */
export async function readVerified(
  request: Request,
  { publicKey, now }: { publicKey: string; now: () => number },
): Promise<Reading<Uint8Array<ArrayBuffer>>> {
  const timestamp = request.headers.get("x-signature-timestamp") ?? "";
  const signature = request.headers.get("x-signature-ed25519") ?? "";
  const age = Math.abs(now() / 1_000 - Number(timestamp));
  const isFresh = /^\d{1,12}$/.test(timestamp) && age <= MAX_AGE_SECONDS;
  if (!/^[\da-f]{128}$/i.test(signature) || !isFresh)
    return refuse(UNAUTHORIZED);
  const body = await readSignedBody(request);
  if (body.kind === "refused") return body;
  const start = new TextEncoder().encode(timestamp);
  const signed = new Uint8Array(start.length + body.value.length);
  signed.set(start);
  signed.set(body.value, start.length);
  return (await isSigned(signed, { signature, publicKey }))
    ? body
    : refuse(UNAUTHORIZED);
}

async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  { signature, publicKey }: { signature: string; publicKey: string },
): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey(
      "raw",
      fromHex(publicKey),
      "Ed25519",
      false,
      ["verify"],
    );
    return await crypto.subtle.verify(
      "Ed25519",
      key,
      fromHex(signature),
      signed,
    );
  } catch {
    // The public key is no point of the curve: nothing can be signed under it.
    return false;
  }
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const pairs = text.match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

const UNAUTHORIZED: Problem = {
  status: 401,
  slug: "unauthorized",
  title: "Not from Discord",
  detail:
    "The X-Signature-Ed25519 header is missing, wrong, or older than five minutes. Copy DISCORD_PUBLIC_KEY from General Information of your app.",
};
