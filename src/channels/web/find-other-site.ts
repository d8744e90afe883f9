import type { Problem } from "../../channel.ts";

/**
 * The problem with a request that a page from elsewhere may have made. Browsers say where a request comes from; older ones, without
 * `Sec-Fetch-Site`, name the page's origin where something is changed. Whoever says neither is no browser.
 */
export function findOtherSite(request: Request): Problem | undefined {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null)
    return site === "same-origin" || site === "none" ? undefined : OTHER_SITE;
  const origin = request.headers.get("origin");
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (origin === null) return isRead ? undefined : NO_ORIGIN;
  return origin === new URL(request.url).origin ? undefined : OTHER_SITE;
}

const OTHER_SITE: Problem = {
  status: 403,
  slug: "other-site",
  title: "Not from this page",
  detail:
    "Only Parley's own page may send messages here. Other programs use POST /v1/messages with an API key.",
};

const NO_ORIGIN: Problem = {
  ...OTHER_SITE,
  detail:
    "The headers Sec-Fetch-Site and Origin are both missing, of which every browser sends one. Programs use POST /v1/messages with an API key.",
};
