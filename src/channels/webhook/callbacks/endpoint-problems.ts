import type { Problem } from "../../../channel.ts";
import { VERIFICATION_SECONDS } from "./verify-endpoint.ts";

/** @param reason a sentence about what came of asking */
export function unconfirmedEndpoint({
  caller,
  url,
  reason,
}: {
  caller: string;
  url: URL;
  reason: string;
}): Problem {
  const detail = `${url.origin} has not confirmed that it wants the callbacks of the caller ${caller}. ${reason} Nothing was stored. It was sent a POST, signed as callbacks are, with the JSON {"type": "callback.verification", "timestamp": …, "caller": ${JSON.stringify(caller)}, "callback_url": …, "data": {"challenge": "4f6c…"}}. Once it has verified the signature, and compared caller and callback_url with its own, it must answer within ${VERIFICATION_SECONDS} seconds with the status 200 and the challenge alone: {"challenge": "4f6c…"}. Then send the message again. Or have the operator list the host for you: WEBHOOK_CALLBACK_HOSTS=${caller}:${url.host}`;
  return {
    status: 422,
    slug: "callback-unconfirmed",
    title: "The callback's endpoint has not confirmed",
    detail,
    errors: [
      { pointer: "/callback_url", detail: `is not confirmed. ${reason}` },
    ],
  };
}

export function tooManyVerifications({
  limit,
  waitMs,
}: {
  limit: number;
  waitMs: number;
}): Problem {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return {
    status: 429,
    slug: "too-many-verifications",
    title: "Too many new endpoints in a minute",
    detail: `At most ${limit} endpoints a minute are asked whether they want a caller's callbacks. Nothing was stored; send this message again in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  };
}
