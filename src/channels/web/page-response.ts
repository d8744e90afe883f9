import {
  pageHtml,
  pageScript,
  pageStyle,
  pageVersion,
} from "../../../dist/page.ts";
import type { ChallengeWidget } from "./challenge.ts";

/**
 * The page, which may load nothing but its own script and style.
 * @param widget asks new visitors whether they are human: its script and frames may come from where they are
 */
export function pageResponse({
  widget,
}: {
  widget: ChallengeWidget | undefined;
}): Response {
  return respond(withWidget(widget), "text/html; charset=utf-8", {
    "content-security-policy": contentSecurityPolicy(widget),
    "cross-origin-opener-policy": "same-origin",
    // Such services look at whose page they are on.
    "referrer-policy": widget === undefined ? "no-referrer" : "strict-origin",
    "cache-control": "no-cache",
  });
}

function contentSecurityPolicy(widget: ChallengeWidget | undefined): string {
  const others = widget === undefined ? "" : ` ${widget.sources}`;
  return [
    "default-src 'none'",
    `script-src 'self'${others}`,
    `style-src 'self'${others}`,
    `connect-src 'self'${others}`,
    "img-src 'self' data:",
    ...(widget === undefined ? [] : [`frame-src${others}`]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The page finds there what to show; it is asked for only where a session is. */
function withWidget(widget: ChallengeWidget | undefined): string {
  if (widget === undefined) return pageHtml;
  const { service, script, siteKey } = widget;
  const content = JSON.stringify({ service, script, siteKey })
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;");
  const meta = `<meta name="parley-challenge" content="${content}">`;
  return pageHtml.replace("<title>", () => `${meta}<title>`);
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
      ...headers,
    },
  });
}
