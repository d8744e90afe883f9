import { Hono } from "hono";
import { consoleHtml, setupHtml } from "../../dist/page.ts";
import { pageHeaders } from "./page-headers.ts";

/**
 * `/setup` and `/console`: static pages. What they show comes from
 * `/admin/setup` and `/console/api`, which require a key or a session.
 */
export function createOperatorPages(): Hono {
  const routes = new Hono();
  for (const [path, html] of [
    ["/setup", setupHtml],
    ["/console", consoleHtml],
  ] as const)
    routes.get(path, (context) =>
      context.body(html, 200, {
        ...pageHeaders({ img: "data:" }),
        "cache-control": "no-cache",
        "x-robots-tag": "noindex",
      }),
    );
  return routes;
}
