/** Answers may be this long, in bytes; a list of tools is one answer per page. */
const MAX_ANSWER_BYTES = 1024 * 1024;

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** The connection to a server failed below its protocol; `too-long`: an answer was. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  readonly kind: "unreachable" | "broken-off" | "too-long";

  constructor(kind: ConnectionError["kind"]) {
    super(`The connection failed: ${kind}.`);
    this.kind = kind;
  }
}

/**
 * `fetch` for the transport of one connection. It opens no stream for what the server might send by itself, since nobody
 * would read it. Whatever fails ends the connection (`fail`): the transport would wait on for the rest of a stream.
 */
export function createBoundedFetch(
  fail: (reason: ConnectionError) => void,
): Fetch {
  return async (url, init) => {
    const opensStream =
      init?.method === "GET" && !new Headers(init.headers).has("last-event-id");
    if (opensStream) return new Response(null, { status: 405 });
    const response = await fetch(url, init).catch(() => {
      const error = new ConnectionError("unreachable");
      fail(error);
      throw error;
    });
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    const body = boundStream(response.body, fail);
    return new Response(body, { status, statusText, headers });
  };
}

function boundStream(
  stream: ReadableStream<Uint8Array>,
  fail: (reason: ConnectionError) => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const end = (kind: ConnectionError["kind"]): void => {
        const error = new ConnectionError(kind);
        fail(error);
        controller.error(error);
      };
      try {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        bytes += value.byteLength;
        if (bytes <= MAX_ANSWER_BYTES) return controller.enqueue(value);
        end("too-long");
        await reader.cancel();
      } catch {
        end("broken-off");
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
