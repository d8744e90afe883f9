import { Hono } from "hono";
import { setupHtml } from "../../../dist/page.ts";

/** The page may load nothing but its own script and style, and ask nobody but this deployment. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * `/setup`: the same page for everybody, which knows nothing by itself. What it shows and does comes from `/admin/setup`, which takes the
 * operator's key: without `ADMIN_API_KEY` that does not exist, and the page says how to set it.
 */
export function createSetupPage(): Hono {
  const routes = new Hono();
  routes.get("/setup", (context) =>
    context.body(setupHtml, 200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": CONTENT_SECURITY_POLICY,
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "cache-control": "no-cache",
      "x-robots-tag": "noindex",
    }),
  );
  return routes;
}
