import type {
  IncomingHttpHeaders,
  IncomingMessage,
  ServerResponse,
} from "node:http";
import { text as readText } from "node:stream/consumers";
import { listen } from "./listen.ts";

export interface SearchRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly parameters: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON; `undefined` without a body. */
  readonly body: unknown;
}

export interface SearchReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is a string. */
  readonly body: string | object;
}

/** Outcome of a request: a response, none, or one that breaks off. */
export type SearchFate = SearchReply | "hang" | "break-off";

/** A provider's behaviour; see `search-services.ts`. */
export type SearchService = (request: SearchRequest) => SearchFate;

/** Replaces the service's response. */
export type SearchScript = SearchFate | SearchService;

export interface SearchServer {
  readonly url: string;
  /** In order of arrival. */
  readonly requests: readonly SearchRequest[];
  /** Scripts the outcome of one more request. */
  replyNext(script: SearchScript): void;
  /** Also closes open connections. */
  close(): Promise<void>;
}

/** An HTTP server on loopback that acts like a search provider. */
export async function startSearchServer(
  service: SearchService,
): Promise<SearchServer> {
  const scripts: SearchScript[] = [];
  const requests: SearchRequest[] = [];

  const handle = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const parsed = await parseRequest(request);
    requests.push(parsed);
    const script = scripts.shift() ?? service;
    const fate = typeof script === "function" ? script(parsed) : script;
    if (fate === "hang") return;
    if (fate === "break-off") breakOff(response);
    else send(response, fate);
  };

  const server = await listen((request, response) => {
    handle(request, response).catch((error: unknown) => {
      send(response, { status: 599, body: String(error) });
    });
  });
  return {
    url: server.url,
    requests,
    replyNext: (script) => void scripts.push(script),
    close: server.close,
  };
}

async function parseRequest(request: IncomingMessage): Promise<SearchRequest> {
  const { pathname, searchParams } = new URL(
    request.url ?? "/",
    "http://localhost",
  );
  const body = await readText(request);
  return {
    method: request.method ?? "",
    path: pathname,
    parameters: searchParams,
    headers: request.headers,
    body: body === "" ? undefined : JSON.parse(body),
  };
}

function send(
  response: ServerResponse,
  { status = 200, headers = {}, body }: SearchReply,
): void {
  const isText = typeof body === "string";
  response.writeHead(status, {
    "content-type": isText ? "text/html; charset=utf-8" : "application/json",
    ...headers,
  });
  response.end(isText ? body : JSON.stringify(body));
}

function breakOff(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"results":[{"title":"Half a', () => response.destroy());
}
