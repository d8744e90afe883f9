/** A recorded HTTP request, to be sent again. */
export interface RecordedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Wraps the global `fetch` for all modules loaded afterwards. Returns a
 * function that returns the requests made during some work.
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
