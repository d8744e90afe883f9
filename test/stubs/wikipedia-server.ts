import type { IncomingMessage, ServerResponse } from "node:http";
import { findWikipediaPages } from "./find-wikipedia-pages.ts";
import { listen } from "./listen.ts";

/**
 * Outcome of the next request: another response, none, or one that breaks off.
 */
export type WikipediaFailure =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly body: string;
      readonly contentType?: string;
    }
  | { readonly kind: "hang" }
  | { readonly kind: "break-off" };

export interface WikipediaRequest {
  /**
   * From the path `/{language}/w/api.php`; `undefined` for `/w/api.php`, which
   * has all pages.
   */
  readonly language: string | undefined;
  readonly parameters: URLSearchParams;
  readonly userAgent: string | undefined;
}

export interface WikipediaServer {
  /** Origin: `{url}` searches all pages, `{url}/{language}` one edition. */
  readonly url: string;
  /** In order of arrival. */
  readonly requests: readonly WikipediaRequest[];
  /** Scripts the failure of one more request. */
  failNext(failure: WikipediaFailure): void;
  /** Also closes open connections. */
  close(): Promise<void>;
}

/**
 * An HTTP server on loopback that implements as much of MediaWiki's action API
 * as a search with extracts needs.
 */
export async function startWikipediaServer(): Promise<WikipediaServer> {
  const failures: WikipediaFailure[] = [];
  const requests: WikipediaRequest[] = [];

  const server = await listen((request, response) => {
    const parsed = parseRequest(request);
    if (parsed === undefined) {
      send(response, 404, "<html><body>No such page.</body></html>", HTML);
      return;
    }
    requests.push(parsed);
    const failure = failures.shift();
    if (failure === undefined) answer(parsed, response);
    else fail(failure, response);
  });

  return {
    url: server.url,
    requests,
    failNext: (failure) => void failures.push(failure),
    close: server.close,
  };
}

const HTML = "text/html; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";

function parseRequest(request: IncomingMessage): WikipediaRequest | undefined {
  const { pathname, searchParams } = new URL(
    request.url ?? "/",
    "http://localhost",
  );
  const route = /^(?:\/(?<language>[a-z-]+))?\/w\/api\.php$/.exec(pathname);
  if (request.method !== "GET" || route === null) return undefined;
  return {
    language: route.groups?.["language"],
    parameters: searchParams,
    userAgent: request.headers["user-agent"],
  };
}

function answer(request: WikipediaRequest, response: ServerResponse): void {
  const { parameters, userAgent } = request;
  if (userAgent === undefined || !/\(.+\)/.test(userAgent))
    return send(
      response,
      403,
      "Please set a user-agent with contact data.",
      "text/plain",
    );
  const query = parameters.get("gsrsearch") ?? "";
  if (query === "")
    return sendError(
      response,
      "missingparam",
      'The "gsrsearch" parameter must be set.',
    );
  if (Array.from(query).length > 300)
    return sendError(
      response,
      "cirrussearch-query-too-long",
      "Search request is longer than the maximum allowed length.",
    );
  return sendJson(response, findPages(request, query));
}

/** Uses `formatversion=2`. `query` is omitted if no page is found. */
function findPages(
  { language, parameters }: WikipediaRequest,
  query: string,
): object {
  const found = findWikipediaPages(query, { language });
  if (found.length === 0) return { batchcomplete: true };
  const limit = Number(parameters.get("gsrlimit") ?? 10);
  const pages = found.slice(0, limit).map((page, index) => {
    const url = `https://${page.language}.wikipedia.org/wiki/${encodeURIComponent(page.title.replaceAll(" ", "_"))}`;
    return {
      pageid: page.pageid,
      ns: 0,
      title: page.title,
      index: index + 1,
      extract: page.extract,
      contentmodel: "wikitext",
      pagelanguage: page.language,
      fullurl: url,
      canonicalurl: url,
    };
  });
  return {
    batchcomplete: true,
    ...(found.length > limit && {
      continue: { gsroffset: limit, continue: "gsroffset||" },
    }),
    // Sorted by page id, like the real API: `index` has the rank.
    query: { pages: pages.toSorted((one, other) => one.pageid - other.pageid) },
  };
}

function fail(failure: WikipediaFailure, response: ServerResponse): void {
  switch (failure.kind) {
    case "answer":
      return send(
        response,
        failure.status,
        failure.body,
        failure.contentType ?? HTML,
      );
    case "hang":
      return undefined;
    case "break-off":
      response.writeHead(200, { "content-type": JSON_TYPE });
      response.write(
        '{"batchcomplete":true,"query":{"pages":[{"pageid":1',
        () => response.destroy(),
      );
      return undefined;
  }
}

/** The action API reports errors with status 200. */
function sendError(response: ServerResponse, code: string, info: string): void {
  sendJson(response, { error: { code, info }, servedby: "stub" });
}

function sendJson(response: ServerResponse, body: object): void {
  send(response, 200, JSON.stringify(body), JSON_TYPE);
}

function send(
  response: ServerResponse,
  status: number,
  body: string,
  contentType: string,
): void {
  response.writeHead(status, { "content-type": contentType });
  response.end(body);
}
