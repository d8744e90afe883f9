import {
  pageHtml,
  pageScript,
  pageStyle,
  pageVersion,
} from "../../../dist/page.ts";

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The page, which may load nothing but its own script and style. */
export function pageResponse(): Response {
  return respond(pageHtml, "text/html; charset=utf-8", {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
  });
}

export function scriptResponse(request: Request): Response {
  return respond(
    pageScript,
    "text/javascript; charset=utf-8",
    cacheFor(request),
  );
}

export function styleResponse(request: Request): Response {
  return respond(pageStyle, "text/css; charset=utf-8", cacheFor(request));
}

/** The page names its files with their version: such an address never changes its content. */
function cacheFor(request: Request): Record<string, string> {
  const isVersioned =
    new URL(request.url).searchParams.get("v") === pageVersion;
  return {
    "cache-control": isVersioned
      ? "public, max-age=31536000, immutable"
      : "no-cache",
  };
}

function respond(
  body: string,
  contentType: string,
  headers: Record<string, string>,
): Response {
  return new Response(body, {
    headers: {
      "content-type": contentType,
      "x-content-type-options": "nosniff",
      ...headers,
    },
  });
}
