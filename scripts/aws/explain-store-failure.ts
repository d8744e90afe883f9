import { ParameterStoreError } from "../../src/platforms/aws/parameter-store.ts";

/** What whoever deploys can do about it. Throws what is no failure of the Parameter Store. */
export function explainStoreFailure(error: unknown): string {
  if (!(error instanceof ParameterStoreError)) throw error;
  const { reason } = error;
  if (reason === "unreachable")
    return "AWS could not be reached. Is this machine online, and is the region's name right?";
  if (/Expired/.test(reason))
    return "AWS says that the credentials have run out. Sign in again (`aws sso login`).";
  if (/UnrecognizedClient|InvalidClientTokenId|InvalidSignature/.test(reason))
    return `AWS does not know these credentials (${reason}). Check the profile or the keys, and this machine's clock.`;
  if (/AccessDenied/.test(reason))
    return "These credentials may not use the Parameter Store: they need ssm:GetParameter and ssm:PutParameter, and for the rest an administrator's rights.";
  return `The Parameter Store refused: ${reason}.`;
}
