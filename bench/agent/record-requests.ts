/** An HTTP request as a client sent it, for sending it again. */
export interface RecordedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Puts itself between the global `fetch` and everything that is loaded later. Returns a function that gives the
 * requests made while some work is done.
 */
export function recordRequests(): (
  work: () => Promise<unknown>,
) => Promise<readonly RecordedRequest[]> {
  const { fetch } = globalThis;
  let record: ((request: RecordedRequest) => void) | undefined;
  globalThis.fetch = (input, init) => {
    record?.(toRecord(input, init));
    return fetch(input, init);
  };
  return async (work) => {
    const requests: RecordedRequest[] = [];
    record = (request) => requests.push(request);
    await work();
    record = undefined;
    return requests;
  };
}

function toRecord(
  input: string | URL | Request,
  init: RequestInit = {},
): RecordedRequest {
  if (input instanceof Request || typeof init.body !== "string")
    throw new Error("Only requests of text to an address can be recorded.");
  return {
    url: String(input),
    method: init.method ?? "GET",
    headers: Object.fromEntries(new Headers(init.headers)),
    body: init.body,
  };
}
