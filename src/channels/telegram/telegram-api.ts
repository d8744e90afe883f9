import { Api, GrammyError, HttpError } from "grammy/web";

/** How to reach a bot's API. */
export interface TelegramAccess {
  readonly token: string;
  /** Without the token, e.g. `https://api.telegram.org`. */
  readonly apiRoot: string;
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * The methods of the Bot API, for calls that end when the signal is aborted. Each is tried once. They throw grammY's
 * errors, and those of the network may hold the token: see `toDeliveryError`.
 */
export function createTelegramApi({
  token,
  apiRoot,
  fetch = globalThis.fetch,
  signal,
  timeoutSeconds = 30,
}: TelegramAccess & { signal: AbortSignal; timeoutSeconds?: number }): Api {
  return new Api(token, {
    // grammY does not take an address that ends with a slash.
    apiRoot: apiRoot.replace(/\/+$/, ""),
    timeoutSeconds,
    // Not by grammY's own parameter: its signals have the type of an old polyfill, which the platforms' do not fit.
    fetch: (url: string, { signal: timeout, ...init }: RequestInit) =>
      fetch(url, { ...init, signal: anySignal(signal, timeout) }),
  });
}

function anySignal(
  signal: AbortSignal,
  other: AbortSignal | null | undefined,
): AbortSignal {
  return AbortSignal.any(other ? [signal, other] : [signal]);
}

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

/** The text without the bot's token: proxies quote the address that was requested. */
export function hideToken(text: string, token: string): string {
  return text.replaceAll(token, "<token>");
}
