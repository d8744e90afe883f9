import type { Problem } from "../types/problem.ts";

/**
 * Rejects cross-site requests by `Sec-Fetch-Site`, else by `Origin`, which must
 * be set on writes. Reads with neither header pass: they come from no browser.
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
  title: "Cross-site request rejected",
  detail:
    "Only Parley's own page can send messages here. Other programs use POST /v1/messages with an API key.",
};

const NO_ORIGIN: Problem = {
  ...OTHER_SITE,
  detail:
    "Both Sec-Fetch-Site and Origin are missing; every browser sends one of them. Programs use POST /v1/messages with an API key.",
};
