import type { Problem } from "../../../channel.ts";
import { refuseField } from "../../refuse-field.ts";
import { type CallbackRules, checkCallbackAddress } from "./callback-rules.ts";

/** Which callbacks are taken. */
export interface CallbackPolicy {
  readonly rules: CallbackRules;
  /** A caller's, to sign with; none where it can have no callbacks. */
  readonly secretsOf: (caller: string) => Promise<readonly string[]>;
}

export type AcceptedCallback =
  | { readonly kind: "accepted"; readonly url: string }
  | { readonly kind: "refused"; readonly problem: Problem };

/**
 * Whether callbacks to an address can be sent, as far as its text tells; its host is looked up before each attempt.
 * @param policy without it there are none
 */
export async function acceptCallback(
  address: string,
  { caller, policy }: { caller: string; policy: CallbackPolicy | undefined },
): Promise<AcceptedCallback> {
  const secrets = await policy?.secretsOf(caller);
  if (policy === undefined || secrets?.length === 0)
    return refuse(
      "cannot be used: callbacks are signed, and there is no secret to sign yours with. Set WEBHOOK_SIGNING_SECRET",
    );
  const check = checkCallbackAddress(address, policy.rules);
  return check.kind === "allowed"
    ? { kind: "accepted", url: check.url.href }
    : refuse(`cannot be used: the address ${check.reason}; ${allowed(policy)}`);
}

/** Where callbacks may go, for whoever has to choose another address. */
function allowed({ rules }: CallbackPolicy): string {
  return rules.isPublic
    ? "callbacks go to https on port 443 of hosts of the public internet, and to hosts that the operator lists in WEBHOOK_CALLBACK_HOSTS"
    : "callbacks go to hosts that the operator lists in WEBHOOK_CALLBACK_HOSTS, by https";
}

function refuse(detail: string): AcceptedCallback {
  return refuseField("/callback_url", detail);
}
