import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { listen } from "./listen.ts";

/**
 * The server's response to a page request: HTML or another body, none, or one
 * that breaks off.
 */
export type PageReply =
  | string
  | { readonly failure: "hang" | "break-off" }
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
    };

export interface PageRequest {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * The internet for a test: pages by https address, served by one server on
 * loopback.
 */
export interface PageServer {
  /** Redirects all requests to the server. */
  readonly fetch: typeof globalThis.fetch;
  readonly requests: readonly PageRequest[];
  /** Sets the response for an address. Unknown addresses return 404. */
  put(url: string, reply: PageReply): void;
  /** Also closes open connections. */
  close(): Promise<void>;
}

/** Contains the originally requested address. */
const HEADER = "x-test-url";

export async function startPageServer(): Promise<PageServer> {
  const pages = new Map<string, PageReply>();
  const requests: PageRequest[] = [];
  const server = await listen((request, response) => {
    const url = String(request.headers[HEADER]);
    requests.push({ url, headers: request.headers });
    send(response, pages.get(url) ?? { status: 404, body: "Not found." });
  });
  const origin = server.url;

  return {
    requests,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set(HEADER, input instanceof Request ? input.url : String(input));
      return fetch(origin, { ...init, headers });
    },
    put: (url, reply) => void pages.set(new URL(url).href, reply),
    close: server.close,
  };
}

function send(response: ServerResponse, reply: PageReply): void {
  const page = typeof reply === "string" ? { body: reply } : reply;
  if (!("failure" in page)) {
    const { status = 200, headers, body = "" } = page;
    response.writeHead(status, { "content-type": "text/html", ...headers });
    response.end(body);
  } else if (page.failure === "break-off") {
    response.writeHead(200, { "content-type": "text/html" });
    response.write("<p>Half a", () => response.destroy());
  }
}
