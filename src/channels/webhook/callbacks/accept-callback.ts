import type { Problem } from "../../../problem.ts";
import {
  refuse,
  refuseField,
  toSeconds,
  type Refusal,
} from "../../problems.ts";
import {
  checkCallbackAddress,
  explainMissingSecret,
  type CallbackPolicy,
  type CallbackRules,
} from "./callback-policy.ts";
import {
  VERIFICATION_SECONDS,
  type ConfirmEndpoint,
} from "./confirm-endpoint.ts";

type AcceptedCallback =
  { readonly kind: "accepted"; readonly url: string } | Refusal;

/**
 * Checks the callback URL of a message, and asks its endpoint to confirm unless
 * it has already. Throws if the storage is unreachable.
 */
export type CallbackAcceptance = (
  address: string,
  caller: string,
) => Promise<AcceptedCallback>;

export function createCallbackAcceptance({
  policy: { rulesOf, signingOf },
  confirm,
}: {
  policy: CallbackPolicy;
  confirm: ConfirmEndpoint;
}): CallbackAcceptance {
  return async (address, caller) => {
    const rules = rulesOf(caller);
    const check = checkCallbackAddress(address, rules);
    if (check.kind === "refused")
      return refuseAddress(
        `cannot be used: the address ${check.reason}; ${describeAllowed(rules)}`,
      );
    const signing = await signingOf(caller);
    if (signing.kind !== "known")
      return refuseAddress(
        `cannot be used. ${explainMissingSecret(signing, caller)}`,
      );
    const { url, place } = check;
    if (place === "listed") return { kind: "accepted", url: url.href };
    const { secrets } = signing;
    const confirmation = await confirm({ caller, url, place, secrets });
    switch (confirmation.kind) {
      case "confirmed":
        return { kind: "accepted", url: url.href };
      case "unconfirmed":
        return refuse(unconfirmedEndpoint({ caller, url, ...confirmation }));
      case "limited":
        return refuse(tooManyVerifications(confirmation));
    }
  };
}

function describeAllowed({ isPublic }: CallbackRules): string {
  return isPublic
    ? "callbacks go to public hosts that confirm, by https on port 443, and to hosts that the operator lists for you in WEBHOOK_CALLBACK_HOSTS"
    : "callbacks go to hosts that the operator lists for you in WEBHOOK_CALLBACK_HOSTS, by https";
}

function refuseAddress(detail: string): Refusal {
  return refuseField("/callback_url", detail);
}

/** @param reason a sentence: how the endpoint answered */
export function unconfirmedEndpoint({
  caller,
  url,
  reason,
}: {
  caller: string;
  url: URL;
  reason: string;
}): Problem {
  const detail = `${url.origin} has not confirmed that it wants the callbacks of the caller ${caller}. ${reason} Nothing was stored. It was sent a POST, signed like a callback, with the JSON {"type": "callback.verification", "timestamp": …, "caller": ${JSON.stringify(caller)}, "callback_url": …, "data": {"challenge": "4f6c…"}}. After it has verified the signature and compared caller and callback_url with its own, it must answer within ${VERIFICATION_SECONDS} seconds with status 200 and only the challenge: {"challenge": "4f6c…"}. Then send the message again. Or ask the operator to list the host for you: WEBHOOK_CALLBACK_HOSTS=${caller}:${url.host}`;
  return {
    status: 422,
    slug: "callback-unconfirmed",
    title: "The callback endpoint did not confirm",
    detail,
    errors: [
      { pointer: "/callback_url", detail: `is not confirmed. ${reason}` },
    ],
  };
}

function tooManyVerifications({
  limit,
  waitMs,
}: {
  limit: number;
  waitMs: number;
}): Problem {
  const retryAfterSeconds = toSeconds(waitMs);
  return {
    status: 429,
    slug: "too-many-verifications",
    title: "Too many new callback endpoints",
    detail: `The limit is ${limit} new callback endpoints per minute for each caller. The message was not stored; send it again in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  };
}
