import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { listen } from "./listen.ts";

/** What the server does when a page is asked for: it sends HTML or something else, never answers, or ends in the middle. */
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

/** The internet, for a test: pages by their https addresses, all on one server on loopback. */
export interface PageServer {
  /** Leads all requests to the server. */
  readonly fetch: typeof globalThis.fetch;
  readonly requests: readonly PageRequest[];
  /** What comes of asking for that address. Unknown ones are not found. */
  put(url: string, reply: PageReply): void;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/** Names the address that was really asked for. */
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
