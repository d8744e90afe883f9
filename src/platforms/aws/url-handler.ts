import { logError } from "../../log.ts";
import type { ClientBindings } from "../../channels/platform-context.ts";
import { CHANNEL_CATALOGUE } from "../../channels/channel-catalogue.ts";
import { problemResponse } from "../../channels/problems.ts";
import { addSafetyHeaders } from "../add-safety-headers.ts";
import type {
  Context,
  LambdaFunctionURLEvent,
  StreamifyHandler,
} from "aws-lambda";
import { once } from "node:events";
import type { Writable } from "node:stream";

/** Left of the function's time when the app is told so: its last words have to come through. */
const FAREWELL_MS = 5_000;
/** What is left of it when an unfinished response is ended. */
const TIDY_MS = 3_000;

/** What the app may ask of the function, as of a Worker. */
interface Execution {
  /** Work that continues after the response; the function must not be frozen during it. */
  waitUntil(work: Promise<unknown>): void;
  passThroughOnException(): void;
  readonly props: object;
}

/** What answers requests to a function's URL. */
export interface UrlApp {
  fetch(
    request: Request,
    client: ClientBindings,
    execution: Execution,
  ): Response | Promise<Response>;
}

type UrlHandler = StreamifyHandler<LambdaFunctionURLEvent, void>;

/**
 * A function's handler for its URL, whose responses are streamed (invoke mode `RESPONSE_STREAM`). Hono's own for that is
 * deprecated, takes every address for `https`, and lets nobody know when the function's time is over: the request's signal
 * says so here, or that the caller has left.
 */
export function createUrlHandler(app: UrlApp): UrlHandler {
  return async (event, stream, context) => {
    using work = endBefore(context, FAREWELL_MS);
    using time = endBefore(context, TIDY_MS);
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
      // Lambda's own finding. Headers such as X-Forwarded-For begin with what the caller has sent.
      const clientAddress = event.requestContext.http.sourceIp;
      const answer =
        request === undefined
          ? new Response(null, { status: 400 })
          : await app.fetch(request, { clientAddress }, execution);
      const response = addSafetyHeaders(answer, urlOf(event));
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

/** `undefined` where the platform's `Request` takes it for none, as with `TRACE`. */
function toRequest(
  event: LambdaFunctionURLEvent,
  { signal }: { signal: AbortSignal },
): Request | undefined {
  const { headers, cookies = [] } = event;
  const { http } = event.requestContext;
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const body = /^(?:GET|HEAD)$/.test(http.method) ? undefined : toBytes(event);
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

/**
 * The body as it was sent. Lambda gives text as text, with U+FFFD in place of what is not UTF-8; that it did so is told by
 * the length, mostly. Such a body gets a byte that is not UTF-8 again, so that the app refuses it as it does elsewhere.
 */
function toBytes({
  body,
  isBase64Encoded,
  headers,
}: LambdaFunctionURLEvent): Buffer<ArrayBuffer> | undefined {
  if (body === undefined) return undefined;
  if (isBase64Encoded) return Buffer.from(body, "base64");
  const bytes = Buffer.from(body);
  const sent = headers["content-length"];
  if (sent === undefined || Number(sent) === bytes.length) return bytes;
  const replaced = bytes.indexOf("\uFFFD");
  if (replaced !== -1) bytes[replaced] = 0xff;
  return bytes;
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
  } catch (error) {
    // A client that left or reads too slowly is no error of ours.
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** A signal that ends so much before the function does. */
function endBefore(
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

/** What the function for chat platforms answers, from one app for both. */
export function onlyPlatforms(app: UrlApp): UrlApp {
  return divide(
    app,
    (path) => isOfPlatform(path) || path === "/healthz",
    "This address accepts only what Telegram and other chat platforms send. The page and the API are at the stack output Url.",
  );
}

/** What the function with the page and the API answers: messages of platforms that came in there would wait for those who stream. */
export function withoutPlatforms(app: UrlApp): UrlApp {
  return divide(
    app,
    (path) => !isOfPlatform(path),
    "What Telegram and other chat platforms send goes to the stack output TelegramUrl, e.g. npm run telegram:webhook -- <TelegramUrl>.",
  );
}

function isOfPlatform(path: string): boolean {
  return CHANNEL_CATALOGUE.some(({ name }) => path.startsWith(`/${name}/`));
}

function divide(
  app: UrlApp,
  isAnswered: (path: string) => boolean,
  detail: string,
): UrlApp {
  return {
    fetch: (request, client, execution) =>
      isAnswered(new URL(request.url).pathname)
        ? app.fetch(request, client, execution)
        : problemResponse({
            status: 404,
            slug: "unknown-route",
            title: "Not found",
            detail,
          }),
  };
}
