import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Hono } from "hono";
import { compress } from "hono/compress";

/** `/assets`: what Cloudflare serves by itself, with the same headers (`_headers` of the build). The names change with the content. */
export function createAssetRoutes(folder: string): Hono {
  const routes = new Hono();
  // Middleware, so that a name that is unknown is answered like any other address where there is nothing.
  routes.use("/:name", compress(), async (context, next) => {
    const { method } = context.req;
    const name = context.req.param("name") ?? "";
    const isScript = method === "GET" && /^[\w-]+\.js$/.test(name);
    const file = isScript
      ? await readFile(join(folder, name)).catch(() => undefined)
      : undefined;
    if (file === undefined) return next();
    return context.body(file, 200, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
    });
  });
  return routes;
}
