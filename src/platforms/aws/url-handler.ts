import { once } from "node:events";
import type { Writable } from "node:stream";
import type {
  Context,
  LambdaFunctionURLEvent,
  StreamifyHandler,
} from "aws-lambda";
import { describeFailure } from "../../describe-failure.ts";

/** Left of the function's time when a response is ended that still goes on. */
const TIDY_MS = 3_000;

interface App {
  fetch(request: Request): Response | Promise<Response>;
}

type UrlHandler = StreamifyHandler<LambdaFunctionURLEvent, void>;

/**
 * A function's handler for its URL, whose responses are streamed (invoke mode `RESPONSE_STREAM`). Hono's own for that is
 * deprecated, takes every address for `https`, and lets nobody know when the function's time is over: the request's signal
 * says so here, or that the caller has left.
 */
export function createUrlHandler(app: App): UrlHandler {
  return async (event, stream, context) => {
    using time = endBefore(context);
    const { signal } = time;
    const leave = (): void => time.abort();
    stream.once("close", leave);
    try {
      const response = await app.fetch(toRequest(event, { signal }));
      const out = awslambda.HttpResponseStream.from(stream, toHead(response));
      await send(response.body, out, { signal });
      out.end();
    } catch (error) {
      const problem = "response broke off";
      console.error(
        JSON.stringify({ event: problem, ...describeFailure(error) }),
      );
      stream.destroy();
    } finally {
      stream.off("close", leave);
    }
  };
}

function toRequest(
  event: LambdaFunctionURLEvent,
  { signal }: { signal: AbortSignal },
): Request {
  const { headers, cookies = [], body, isBase64Encoded, rawPath } = event;
  const { domainName, http } = event.requestContext;
  const host = headers["host"] ?? domainName;
  const scheme = headers["x-forwarded-proto"] ?? "https";
  const query = event.rawQueryString === "" ? "" : `?${event.rawQueryString}`;
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return new Request(`${scheme}://${host}${rawPath}${query}`, {
    method: http.method,
    headers: [
      ...given,
      ...(cookies.length > 0 ? [["cookie", cookies.join("; ")]] : []),
    ],
    ...(body !== undefined && {
      body: isBase64Encoded ? Buffer.from(body, "base64") : body,
    }),
    signal,
  });
}

/** What comes before the body. Cookies are a list of their own there. */
function toHead({ status, headers }: Response): Record<string, unknown> {
  const others = [...headers].filter(([name]) => name !== "set-cookie");
  return {
    statusCode: status,
    headers: Object.fromEntries(others),
    cookies: headers.getSetCookie(),
  };
}

async function send(
  body: ReadableStream<Uint8Array> | null,
  out: Writable,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  // The head leaves with the first piece, also where that is empty.
  out.write("");
  if (body === null) return;
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done || signal.aborted) return;
      if (!out.write(value)) await once(out, "drain", { signal });
    }
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** A signal that ends a little before the function does. */
function endBefore(
  context: Context,
): Disposable & { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(
    abort,
    Math.max(context.getRemainingTimeInMillis() - TIDY_MS, 0),
  );
  return {
    signal: controller.signal,
    abort,
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
