import type {
  IncomingHttpHeaders,
  IncomingMessage,
  ServerResponse,
} from "node:http";
import { text as readText } from "node:stream/consumers";
import { listen } from "./listen.ts";

export interface SearchRequest {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly parameters: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Parsed from JSON; `undefined` without one. */
  readonly body: unknown;
}

export interface SearchReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is text. */
  readonly body: string | object;
}

/** What comes of a request: an answer, none at all, or one that breaks off. */
export type SearchFate = SearchReply | "hang" | "break-off";

/** How a provider answers; see `search-services.ts`. */
export type SearchService = (request: SearchRequest) => SearchFate;

/** Instead of what the service makes of a request. */
export type SearchScript = SearchFate | SearchService;

export interface SearchServer {
  readonly url: string;
  /** In the order of their arrival. */
  readonly requests: readonly SearchRequest[];
  /** Scripts what comes of one more request. */
  replyNext(script: SearchScript): void;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/** An HTTP server on loopback that answers as a search provider does. */
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
