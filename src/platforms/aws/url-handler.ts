import { once } from "node:events";
import type { Writable } from "node:stream";
import type {
  Context,
  LambdaFunctionURLEvent,
  StreamifyHandler,
} from "aws-lambda";
import { CHANNEL_CATALOGUE } from "../../channels/channel-catalogue.ts";
import type { ClientBindings } from "../../http/platform-context.ts";
import { problemResponse, unknownRoute } from "../../http/problems.ts";
import { logError } from "../../runtime/log.ts";
import { addSecurityHeaders } from "../add-security-headers.ts";

/**
 * Function time left when the app's request is aborted, enough to send its
 * final output.
 */
const ABORT_MS = 5_000;
/** Function time left when an unfinished response is ended. */
const END_MS = 3_000;

/** The execution context of a Worker, which the app expects. */
interface Execution {
  /**
   * Continues work after the response; keeps the function from being frozen.
   */
  waitUntil(work: Promise<unknown>): void;
  passThroughOnException(): void;
  readonly props: object;
}

export interface UrlApp {
  fetch(
    request: Request,
    client: ClientBindings,
    execution: Execution,
  ): Response | Promise<Response>;
}

type UrlHandler = StreamifyHandler<LambdaFunctionURLEvent, void>;

/**
 * Creates the handler of a function URL with streamed responses (invoke mode
 * `RESPONSE_STREAM`). Hono's own is deprecated, assumes `https`, and does not
 * report the end of the function's time. Here the request's signal aborts then,
 * and when the caller disconnects.
 */
export function createUrlHandler(app: UrlApp): UrlHandler {
  return async (event, stream, context) => {
    using work = abortBefore(context, ABORT_MS);
    using time = abortBefore(context, END_MS);
    const { signal } = time;
    const works: Promise<unknown>[] = [];
    const execution: Execution = {
      waitUntil: (promise) => void works.push(promise),
      passThroughOnException() {},
      props: {},
    };
    const leave = (): void => {
      work.abort();
      time.abort();
    };
    stream.once("close", leave);
    try {
      const request = toRequest(event, work);
      // Determined by Lambda. Callers can forge the start of headers such as
      // `X-Forwarded-For`.
      const clientAddress = event.requestContext.http.sourceIp;
      const answer =
        request === undefined
          ? new Response(null, { status: 400 })
          : await app.fetch(request, { clientAddress }, execution);
      const response = addSecurityHeaders(answer, urlOf(event));
      const out = awslambda.HttpResponseStream.from(stream, toHead(response));
      await send(response.body, out, { signal });
      out.end();
    } catch (error) {
      logError("response broke off", { error });
      stream.destroy();
    } finally {
      stream.off("close", leave);
      await Promise.allSettled(works);
    }
  };
}

/** `undefined` if `Request` rejects it, e.g. for the method `TRACE`. */
function toRequest(
  event: LambdaFunctionURLEvent,
  { signal }: { signal: AbortSignal },
): Request | undefined {
  const { headers, cookies = [] } = event;
  const { http } = event.requestContext;
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const encoding = event.isBase64Encoded ? "base64" : "utf8";
  const body =
    event.body === undefined || /^(?:GET|HEAD)$/.test(http.method)
      ? undefined
      : Buffer.from(event.body, encoding);
  try {
    return new Request(urlOf(event), {
      method: http.method,
      headers: [
        ...given,
        ...(cookies.length > 0 ? [["cookie", cookies.join("; ")]] : []),
      ],
      ...(body !== undefined && { body }),
      signal,
    });
  } catch {
    return undefined;
  }
}

function urlOf(event: LambdaFunctionURLEvent): string {
  const { headers, rawPath, rawQueryString, requestContext } = event;
  const host = headers["host"] ?? requestContext.domainName;
  const scheme = headers["x-forwarded-proto"] ?? "https";
  const query = rawQueryString === "" ? "" : `?${rawQueryString}`;
  return `${scheme}://${host}${rawPath}${query}`;
}

/** The response's prelude, in which cookies are a separate list. */
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
  // The head is sent with the first chunk, even an empty one.
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
  } catch (error) {
    // A client that disconnected or reads too slowly is not our error.
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** A signal that aborts `ms` before the function's time ends. */
function abortBefore(
  context: Context,
  ms: number,
): Disposable & { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(
    abort,
    Math.max(context.getRemainingTimeInMillis() - ms, 0),
  );
  return {
    signal: controller.signal,
    abort,
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

/**
 * The routes of the function for chat platforms; both functions share one app.
 */
export function onlyPlatforms(app: UrlApp): UrlApp {
  return selectRoutes(
    app,
    (path) => isOfPlatform(path) || path === "/healthz",
    "This address accepts only what Telegram and other chat platforms send. The page and the API are at the stack output Url.",
  );
}

/**
 * The routes of the function with the page and the API. It rejects messages of
 * chat platforms, since they would wait for streaming clients there.
 */
export function withoutPlatforms(app: UrlApp): UrlApp {
  return selectRoutes(
    app,
    (path) => !isOfPlatform(path),
    "What Telegram and other chat platforms send goes to the stack output TelegramUrl, e.g. npm run telegram:webhook -- <TelegramUrl>.",
  );
}

function isOfPlatform(path: string): boolean {
  return CHANNEL_CATALOGUE.some(({ name }) => path.startsWith(`/${name}/`));
}

function selectRoutes(
  app: UrlApp,
  isServed: (path: string) => boolean,
  detail: string,
): UrlApp {
  return {
    fetch: (request, client, execution) =>
      isServed(new URL(request.url).pathname)
        ? app.fetch(request, client, execution)
        : problemResponse(unknownRoute(detail)),
  };
}
