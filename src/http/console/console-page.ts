import { Hono } from "hono";
import { consoleHtml } from "../../../dist/page.ts";
import { pageHeaders } from "../page-headers.ts";

/**
 * `/console`: a static page. What it shows comes from `/console/api`, which
 * requires an operator's session.
 */
export function createConsolePage(): Hono {
  const routes = new Hono();
  routes.get("/console", (context) =>
    context.body(consoleHtml, 200, {
      ...pageHeaders({ img: "data:" }),
      "cache-control": "no-cache",
      "x-robots-tag": "noindex",
    }),
  );
  return routes;
}
