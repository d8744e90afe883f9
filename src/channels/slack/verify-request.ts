import type { Problem } from "../../channel.ts";
import { type Reading, refuse } from "../problems.ts";
import { isSigned, readSignedBody } from "../signed-body.ts";

/** An older request is a replayed one (https://docs.slack.dev/authentication/verifying-requests-from-slack). */
const MAX_AGE_SECONDS = 300;

/** The body of a request that Slack has signed; without a fresh signature it is not even read. */
export async function readVerified(
  request: Request,
  { signingSecret, now }: { signingSecret: string; now: () => number },
): Promise<Reading<string>> {
  const timestamp = request.headers.get("x-slack-request-timestamp") ?? "";
  const header = request.headers.get("x-slack-signature") ?? "";
  const [, signature] = /^v0=([\da-f]{64})$/i.exec(header) ?? [];
  const age = Math.abs(now() / 1_000 - Number(timestamp));
  const isFresh = /^\d{1,12}$/.test(timestamp) && age <= MAX_AGE_SECONDS;
  if (signature === undefined || !isFresh) return refuse(UNAUTHORIZED);
  const body = await readSignedBody(request);
  if (body.kind === "refused") return body;
  const start = new TextEncoder().encode(`v0:${timestamp}:`);
  const signed = new Uint8Array(start.length + body.value.length);
  signed.set(start);
  signed.set(body.value, start.length);
  const isSlacks = await isSigned(signed, {
    signature,
    encoding: "hex",
    secret: signingSecret,
  });
  return isSlacks
    ? { kind: "read", value: new TextDecoder().decode(body.value) }
    : refuse(UNAUTHORIZED);
}

const UNAUTHORIZED: Problem = {
  status: 401,
  slug: "unauthorized",
  title: "Not from Slack",
  detail:
    "The X-Slack-Signature header is missing, wrong, or older than five minutes. Copy SLACK_SIGNING_SECRET from Basic Information of your Slack app.",
};
