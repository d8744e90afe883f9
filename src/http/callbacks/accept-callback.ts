import { refuseField, type Refusal } from "../problems.ts";
import {
  checkCallbackAddress,
  explainMissingSecret,
  type CallbackPolicy,
} from "./callback-policy.ts";

type AcceptedCallback =
  { readonly kind: "accepted"; readonly url: string } | Refusal;

/** Checks the callback URL of a message. */
export type CallbackAcceptance = (
  address: string,
  caller: string,
) => Promise<AcceptedCallback>;

export function createCallbackAcceptance({
  rulesOf,
  signingOf,
}: CallbackPolicy): CallbackAcceptance {
  return async (address, caller) => {
    const check = checkCallbackAddress(address, rulesOf(caller));
    if (check.kind === "refused")
      return refuseAddress(`cannot be used: the address ${check.reason}`);
    const signing = await signingOf(caller);
    if (signing.kind !== "known")
      return refuseAddress(
        `cannot be used. ${explainMissingSecret(signing, caller)}`,
      );
    return { kind: "accepted", url: check.url.href };
  };
}

function refuseAddress(detail: string): Refusal {
  return refuseField("/callback_url", detail);
}
