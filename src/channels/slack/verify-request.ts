import { notFrom, refuse, type Reading } from "../../http/problems.ts";
import { concatenate } from "../../runtime/bytes.ts";
import { isRecent, isSigned, readSignedBody } from "../kit/signed-body.ts";

/**
 * Reads the body of a request and verifies its signature
 * (https://docs.slack.dev/authentication/verifying-requests-from-slack).
 * Without a recent timestamp and a well-formed signature, the body is not read.
 */
export async function readVerified(
  request: Request,
  { signingSecret, now }: { signingSecret: string; now: () => number },
): Promise<Reading<string>> {
  const timestamp = request.headers.get("x-slack-request-timestamp") ?? "";
  const header = request.headers.get("x-slack-signature") ?? "";
  const [, signature] = /^v0=([\da-f]{64})$/i.exec(header) ?? [];
  if (signature === undefined || !isRecent(timestamp, now))
    return refuse(UNAUTHORIZED);
  const body = await readSignedBody(request);
  if (body.kind === "refused") return body;
  const signed = concatenate([`v0:${timestamp}:`, body.value]);
  const isAuthentic = await isSigned(signed, {
    signature,
    encoding: "hex",
    secret: signingSecret,
  });
  return isAuthentic
    ? { kind: "read", value: new TextDecoder().decode(body.value) }
    : refuse(UNAUTHORIZED);
}

const UNAUTHORIZED = notFrom(
  "Slack",
  "The X-Slack-Signature header is missing, wrong, or older than five minutes. Copy SLACK_SIGNING_SECRET from Basic Information of your Slack app.",
);
