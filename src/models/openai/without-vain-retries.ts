import { readRetryAfterMs } from "../../backoff.ts";
import { namesEmptyAccount } from "./to-model-error.ts";

/** Who is to wait longer gets the error, with the time to wait in it. */
const MAX_WAIT_MS = 10_000;

/** Of an error: some servers repeat the whole request in it. */
const MAX_BODY_BYTES = 1_000_000;

/**
 * A `fetch` for the SDK, which retries each 408, 409, 429 and 5xx. Tells it not to where that is in vain: the account
 * is empty, or the server asks for more patience than a call has. `x-should-retry` is the SDK's own header. Errors are
 * given with the first megabyte of their body, which ends with the signal, as `fetch` does.
 */
export function withoutVainRetries(
  fetch: typeof globalThis.fetch,
): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.status < 400) return response;
    const body = await readBeginning(response);
    const headers = new Headers(response.headers);
    const waitMs = readRetryAfterMs(headers) ?? 0;
    if (waitMs > MAX_WAIT_MS || namesEmptyAccount(body))
      headers.set("x-should-retry", "false");
    return new Response(body, { status: response.status, headers });
  };
}

async function readBeginning({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for await (const piece of body ?? []) {
    length += piece.byteLength;
    text += decoder.decode(piece, { stream: true });
    // Leaving the loop cancels the body.
    if (length > MAX_BODY_BYTES) break;
  }
  return text;
}
