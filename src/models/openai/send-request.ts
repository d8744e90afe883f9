import { createTimeLimit } from "../../abort.ts";
import type OpenAI from "openai";

/** Sends a request's body. Gives a response that is all right; throws what the SDK throws. */
export type SendRequest = (
  body: object,
  options: { signal: AbortSignal },
) => Promise<Response>;

/**
 * Sends with bare `fetch`, under the URL and the headers that the SDK makes: its own way to send costs as much CPU as all
 * the rest of a turn. What is not answered well is handed to the SDK, which knows what to ask again, when, and what an
 * error means.
 * @param connect makes a client of the SDK that sends with that `fetch`
 * @param timeoutMs for one try, until `fetch` gives the response
 * @param fetch reads the body of a response that is an error, so that the time and the signal end that too
 */
export function createRequestSender({
  path,
  connect,
  timeoutMs,
  fetch,
}: {
  path: string;
  connect: (fetch: typeof globalThis.fetch) => OpenAI;
  timeoutMs: number;
  fetch: typeof globalThis.fetch;
}): SendRequest {
  let head: ReturnType<typeof buildHead> | undefined;

  const send = async (body: object, signal: AbortSignal): Promise<Response> => {
    head ??= buildHead(connect(fetch), path);
    const { url, headers } = await head;
    using limit = createTimeLimit({ ms: timeoutMs, signal });
    return await fetch(url, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
      signal: limit.signal,
    });
  };

  return async (body, { signal }) => {
    const sent = send(body, signal);
    const response = await sent.catch(() => undefined);
    if (response?.ok === true) return response;
    return connect(beginWith(sent, fetch))
      .post(path, { body, signal, stream: true })
      .asResponse();
  };
}

/** The same for each request. */
async function buildHead(
  client: OpenAI,
  path: string,
): Promise<{ url: string; headers: Record<string, string> }> {
  const { url, req } = await client.buildRequest({ method: "post", path });
  return {
    url,
    headers: {
      ...Object.fromEntries(req.headers),
      "content-type": "application/json",
    },
  };
}

/** A `fetch` whose first call gives what came of a request that has been sent already. */
function beginWith(
  sent: Promise<Response>,
  fetch: typeof globalThis.fetch,
): typeof globalThis.fetch {
  let isFirst = true;
  return (input, init) => {
    if (!isFirst) return fetch(input, init);
    isFirst = false;
    return sent;
  };
}
