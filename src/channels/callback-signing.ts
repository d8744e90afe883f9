import { deriveSigningSecret } from "../hash.ts";

/** What a caller's callbacks are signed with. */
type CallbackSigning =
  | {
      readonly kind: "known";
      /** The variable that they are set in, or derived from. */
      readonly source: "WEBHOOK_CALLBACK_SECRETS" | "PARLEY_SECRET";
      /** In the form `whsec_…`; all of them sign. Nobody else's callbacks are signed with any of them. */
      readonly secrets: readonly string[];
    }
  /** Nobody of that name may call: it was never set up, or has been taken out. */
  | { readonly kind: "unknown-caller" }
  /** The operator has set nothing that this caller's secret could come from. */
  | { readonly kind: "not-set" };

export type CallbackSigner = (caller: string) => Promise<CallbackSigning>;

/**
 * @param callers the names of those who may call
 * @param own secrets of single callers; several where one is changed
 * @param deploymentSecret what the secrets of all others are derived from
 */
export function createCallbackSigner({
  callers,
  own,
  deploymentSecret,
}: {
  callers: readonly string[];
  own: readonly { readonly name: string; readonly secret: string }[];
  deploymentSecret: string | undefined;
}): CallbackSigner {
  return async (caller) => {
    if (!callers.includes(caller)) return { kind: "unknown-caller" };
    const secrets = own
      .filter(({ name }) => name === caller)
      .map(({ secret }) => secret);
    if (secrets.length > 0)
      return { kind: "known", source: "WEBHOOK_CALLBACK_SECRETS", secrets };
    if (deploymentSecret === undefined) return { kind: "not-set" };
    const secret = await deriveSigningSecret(deploymentSecret, [
      "callback",
      caller,
    ]);
    return { kind: "known", source: "PARLEY_SECRET", secrets: [secret] };
  };
}

/** Why there is nothing to sign with, and what to set; a sentence. */
export function explainMissingSecret(
  { kind }: Exclude<CallbackSigning, { kind: "known" }>,
  caller: string,
): string {
  return kind === "unknown-caller"
    ? `There is no caller ${caller}: neither WEBHOOK_API_KEYS nor WEBHOOK_SIGNING_SECRET names it.`
    : `There is no secret to sign the callbacks of ${caller} with: the operator has to set PARLEY_SECRET (\`openssl rand -base64 32\` makes one), or WEBHOOK_CALLBACK_SECRETS=${caller}:whsec_…`;
}
