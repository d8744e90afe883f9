import { Hono } from "hono";
import { setupHtml } from "../../../dist/page.ts";
import { pageHeaders } from "../page-headers.ts";

/**
 * `/setup`: a static page. Its data comes from `/admin/setup`, which requires
 * the operator's key.
 */
export function createSetupPage(): Hono {
  const routes = new Hono();
  routes.get("/setup", (context) =>
    context.body(setupHtml, 200, {
      ...pageHeaders({ img: "data:" }),
      "cache-control": "no-cache",
      "x-robots-tag": "noindex",
    }),
  );
  return routes;
}
