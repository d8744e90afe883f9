import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { createPlatformApp, type PlatformApp } from "../create-platform-app.ts";
import type { SetUp } from "./set-up.ts";
import { createSqsMailbox } from "./sqs-mailbox.ts";

/**
 * Creates the app of the function's URL.
 * @param assets folder of the static files
 * @param telegramUrl of the function that receives Telegram's updates
 */
export function createAwsApp(
  setUp: SetUp,
  {
    assets = "",
    telegramUrl,
  }: { assets?: string; telegramUrl?: string | undefined } = {},
): PlatformApp {
  const { index, limiter } = setUp;
  return createPlatformApp(setUp, {
    platform: "aws",
    telegramUrl,
    mailbox: createSqsMailbox(setUp),
    index,
    limiter,
    readAsset: (name) => readFile(join(assets, name), "utf8"),
  }).route("/assets", createAssetRoutes(assets));
}

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
};

/**
 * Serves `/assets`, which Cloudflare serves natively, with the same headers
 * (`_headers` of the build). File names contain a content hash.
 */
function createAssetRoutes(folder: string): Hono {
  const routes = new Hono();
  // Middleware, so that an unknown name gets the app's usual 404.
  routes.use("/:name", compress(), async (context, next) => {
    const { method } = context.req;
    const name = context.req.param("name") ?? "";
    const [, extension = ""] = /^[\w-]+\.(\w+)$/.exec(name) ?? [];
    const type = TYPES[extension];
    const file =
      method === "GET" && type !== undefined
        ? await readFile(join(folder, name)).catch(() => undefined)
        : undefined;
    if (file === undefined || type === undefined) return next();
    return context.body(file, 200, {
      "content-type": type,
      "cache-control": "public, max-age=31536000, immutable",
    });
  });
  return routes;
}
