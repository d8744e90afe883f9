import { randomUUID } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { PassThrough, type Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type {
  Context,
  LambdaFunctionURLEvent,
  StreamifyHandler,
} from "aws-lambda";
import { createContext } from "./lambda-context.ts";

type UrlHandler = StreamifyHandler<LambdaFunctionURLEvent, void>;

interface Head {
  readonly statusCode?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}

/**
 * A response body that can be written before its status and headers are known.
 */
class ResponseStream extends PassThrough {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    super();
    this.#response = response;
    this.pipe(response);
  }

  begin({ statusCode = 200, headers = {}, cookies = [] }: Head): this {
    this.#response.writeHead(statusCode, {
      ...headers,
      ...(cookies.length > 0 && { "set-cookie": [...cookies] }),
    });
    this.#response.flushHeaders();
    return this;
  }
}

/**
 * Provides the global that Lambda's runtime gives to streaming functions:
 * https://docs.aws.amazon.com/lambda/latest/dg/config-rs-write-functions.html
 */
export function provideLambdaRuntime(): void {
  const HttpResponseStream = {
    from(stream: Writable, head: Head): Writable {
      return stream instanceof ResponseStream ? stream.begin(head) : stream;
    },
  };
  Object.assign(globalThis, {
    awslambda: {
      HttpResponseStream,
      streamifyResponse: (handler: unknown) => handler,
    },
  });
}

/**
 * Emulates a function URL with invoke mode `RESPONSE_STREAM`: converts each
 * request to Lambda's event and streams what the function writes. Not emulated:
 * payload limits, cold starts, freezing between requests.
 */
export function createFunctionUrl(
  handler: UrlHandler,
  { timeoutMs = 300_000 }: { timeoutMs?: number } = {},
): Server {
  const server = createServer((request, response) => {
    void answer(handler, { request, response, timeoutMs });
  });
  // Closing an idle connection while a request is on its way would break that
  // request.
  server.keepAliveTimeout = 0;
  return server;
}

async function answer(
  handler: UrlHandler,
  {
    request,
    response,
    timeoutMs,
  }: { request: IncomingMessage; response: ServerResponse; timeoutMs: number },
): Promise<void> {
  try {
    const event = toEvent(request, await buffer(request));
    const stream = new ResponseStream(response);
    response.once("close", () => stream.destroy());
    const context: Context = createContext({ timeoutMs });
    // Serialized, as for a real function.
    const given = JSON.parse(JSON.stringify(event)) as LambdaFunctionURLEvent;
    await handler(given, stream as never, context);
    if (stream.destroyed && !response.writableEnded) response.destroy();
  } catch (error) {
    console.error(error);
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end('{"Message":"Internal Server Error"}');
  }
}

/**
 * https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html#urls-payloads
 */
function toEvent(
  request: IncomingMessage,
  body: Buffer,
): LambdaFunctionURLEvent {
  const { host = "localhost", cookie, ...others } = request.headers;
  const [rawPath = "/", rawQueryString = ""] = (request.url ?? "/").split(
    /\?(.*)/s,
  );
  const headers = Object.fromEntries(
    Object.entries({ ...others, host }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
  const isText = /^(?:text\/|application\/(?:json|xml|javascript))/.test(
    headers["content-type"] ?? "",
  );
  const method = request.method ?? "GET";
  const time = new Date();
  return {
    version: "2.0",
    routeKey: "$default",
    rawPath,
    rawQueryString,
    ...(cookie !== undefined && { cookies: cookie.split("; ") }),
    headers: { ...headers, "x-forwarded-proto": "http" },
    requestContext: {
      accountId: "anonymous",
      apiId: "local",
      domainName: host,
      domainPrefix: "local",
      http: {
        method,
        path: rawPath,
        protocol: "HTTP/1.1",
        sourceIp: request.socket.remoteAddress ?? "127.0.0.1",
        userAgent: request.headers["user-agent"] ?? "",
      },
      requestId: randomUUID(),
      routeKey: "$default",
      stage: "$default",
      time: time.toUTCString(),
      timeEpoch: time.getTime(),
    },
    ...(body.length > 0 && {
      body: isText ? body.toString("utf8") : body.toString("base64"),
    }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}
