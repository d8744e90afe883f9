import { createPlatformApp, type PlatformApp } from "../create-platform-app.ts";
import type { SetUp } from "./set-up.ts";
import { createSqsMailbox } from "./sqs-mailbox.ts";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The app behind the function URL. @param assets the folder of the files that are served as they are */
export function createAwsApp(
  setUp: SetUp,
  { assets }: { assets?: string } = {},
): PlatformApp {
  const { bot, channels, index, failures } = setUp;
  const { conversations, queue, counters } = setUp;
  const mailbox = createSqsMailbox({
    conversations,
    queue,
    access: bot.access,
    channels,
    failures,
  });
  const app = createPlatformApp(setUp, { mailbox, index, failures, counters });
  return assets === undefined
    ? app
    : app.route("/assets", createAssetRoutes(assets));
}

/** `/assets`: what Cloudflare serves by itself, with the same headers (`_headers` of the build). The names change with the content. */
function createAssetRoutes(folder: string): Hono {
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
