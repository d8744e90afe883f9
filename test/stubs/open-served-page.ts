import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { readBuiltAsset } from "../fakes/read-built-asset.ts";
import { serveApp } from "./serve-app.ts";

export interface ServedPage extends AsyncDisposable {
  readonly url: string;
  /** Not open yet. */
  readonly page: Page;
  /** What the browser has complained about, except refused requests. */
  readonly problems: readonly string[];
}

/** Serves an app with the assets of the build, for a page in a new browser. */
export async function openServedPage(
  browser: Browser,
  options: BrowserContextOptions,
  respond: (request: Request) => Response | Promise<Response>,
): Promise<ServedPage> {
  const server = await serveApp(async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith("/assets/")) return respond(request);
    const type = pathname.endsWith(".css") ? "text/css" : "text/javascript";
    const body = await readBuiltAsset(pathname.slice("/assets/".length));
    return new Response(body, { headers: { "content-type": type } });
  });
  const context = await browser.newContext({
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    const isRefusal = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isRefusal) problems.push(message.text());
  });
  return {
    url: server.url,
    page,
    problems,
    async [Symbol.asyncDispose]() {
      await context.close();
      await server.close();
    },
  };
}
