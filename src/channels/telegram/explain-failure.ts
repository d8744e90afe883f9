import { GrammyError, HttpError } from "grammy/web";
import { hideToken } from "./hide-token.ts";

/** Why a call failed, for the log. The error itself is not for it: it may hold the token, and it holds what was sent. */
export function explainFailure(error: unknown, token: string): string {
  return error instanceof GrammyError
    ? hideToken(`${error.error_code} ${error.description}`, token)
    : `no answer from Telegram${networkCode(error)}`;
}

/** A network error's short name, such as ` (ECONNREFUSED)`: its text may hold the address. */
function networkCode(error: unknown): string {
  if (!(error instanceof HttpError && error.error instanceof Error)) return "";
  const { name, cause } = error.error;
  const code =
    cause instanceof Error && "code" in cause ? cause.code : undefined;
  return ` (${typeof code === "string" ? code : name})`;
}
