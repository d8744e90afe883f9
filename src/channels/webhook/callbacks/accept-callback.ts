import type { Problem } from "../../../channel.ts";
import { refuseField } from "../../problems.ts";
import type { CallbackPolicy } from "./callback-policy.ts";
import { type CallbackRules, checkCallbackAddress } from "./callback-rules.ts";
import { explainMissingSecret } from "../../callback-signing.ts";
import type { ConfirmEndpoint } from "./confirm-endpoint.ts";
import {
  tooManyVerifications,
  unconfirmedEndpoint,
} from "./endpoint-problems.ts";

export type AcceptedCallback =
  | { readonly kind: "accepted"; readonly url: string }
  | { readonly kind: "refused"; readonly problem: Problem };

/**
 * Whether a caller's callbacks can be sent to an address. The first time, its endpoint is asked. Throws when the storage of confirmations
 * cannot be reached.
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
      return refuse(
        `cannot be used: the address ${check.reason}; ${describeAllowed(rules)}`,
      );
    const signing = await signingOf(caller);
    if (signing.kind !== "known")
      return refuse(`cannot be used. ${explainMissingSecret(signing, caller)}`);
    const { url, place } = check;
    if (place === "listed") return { kind: "accepted", url: url.href };
    const { secrets } = signing;
    const confirmation = await confirm({ caller, url, place, secrets });
    switch (confirmation.kind) {
      case "confirmed":
        return { kind: "accepted", url: url.href };
      case "unconfirmed":
        return {
          kind: "refused",
          problem: unconfirmedEndpoint({ caller, url, ...confirmation }),
        };
      case "limited":
        return { kind: "refused", problem: tooManyVerifications(confirmation) };
    }
  };
}

/** Where callbacks may go, for whoever has to choose another address. */
function describeAllowed({ isPublic }: CallbackRules): string {
  return isPublic
    ? "callbacks go to https on port 443 of hosts of the public internet that confirm, and to hosts that the operator lists for you in WEBHOOK_CALLBACK_HOSTS"
    : "callbacks go to hosts that the operator lists for you in WEBHOOK_CALLBACK_HOSTS, by https";
}

function refuse(detail: string): AcceptedCallback {
  return refuseField("/callback_url", detail);
}
