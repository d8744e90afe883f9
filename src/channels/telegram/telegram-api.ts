import { Api, GrammyError, HttpError, type ApiCallFn } from "grammy/web";
import { readBeginning } from "../../runtime/bounded-fetch.ts";
import { asObject } from "../../text/json.ts";
import { nameOf, type PlatformAccess } from "../kit/call-platform.ts";

/** More than ten updates of the largest size. */
const MAX_ANSWER_BYTES = 8_000_000;

/**
 * Calls the Bot API, each method once. Throws `GrammyError` if Telegram refuses
 * a call, otherwise `HttpError`. Log both with `explainFailure`: they contain
 * the message, and may contain the token.
 *
 * Calls are aborted by the signal or after `timeoutSeconds`.
 */
export function createTelegramApi({
  token,
  apiRoot,
  fetch = globalThis.fetch,
  signal,
  timeoutSeconds = 30,
}: PlatformAccess & {
  signal: AbortSignal;
  timeoutSeconds?: number;
}): Api {
  const api = new Api(token, {
    // grammY rejects a slash at the end.
    apiRoot: apiRoot.replace(/\/+$/, ""),
    timeoutSeconds,
    // Node needs `duplex` for files, which are streamed; the types lack it.
    baseFetchConfig: { duplex: "half" } as object,
    fetch: async (url: string, init: RequestInit) => {
      const { body } = await fetch(url, init);
      const { bytes } = await readBeginning(body, {
        maxBytes: MAX_ANSWER_BYTES,
      });
      return new Response(bytes);
    },
  });
  api.config.use(async (call, method, payload) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- grammY's type is that of a package for old versions of Node
    const limit = signal as Parameters<ApiCallFn>[2];
    const answer = await call(method, payload, limit);
    // grammY trusts any JSON, even a proxy's.
    const { ok, error_code } = asObject(answer);
    if (ok !== true && typeof error_code !== "number")
      throw new HttpError("Malformed answer from Telegram.", undefined);
    return answer;
  });
  return api;
}

/** Describes a failure for the log, without Telegram's words. */
export function explainFailure(error: unknown): string {
  if (error instanceof GrammyError) return `HTTP ${error.error_code}`;
  const cause = error instanceof HttpError ? error.error : error;
  const late = /timed out after [\d.]+ seconds$/.exec(String(cause))?.[0];
  return `no answer from Telegram${late === undefined ? nameOf(cause) : ` (${late})`}`;
}

/** Redacts the token, because proxies quote the requested URL. */
export function hideToken(text: string, token: string): string {
  return text.replaceAll(token, "<token>");
}
