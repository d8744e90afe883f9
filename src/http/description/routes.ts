import { Hono } from "hono";
import { etag } from "hono/etag";
import {
  openApiDocument,
  referenceScript,
} from "../../../dist/api-description.ts";
import { pageHeaders } from "../page-headers.ts";

/**
 * Reads a file of the build, served by the platform, whose name contains a
 * content hash. Throws if it does not exist.
 */
export type ReadAsset = (name: string) => Promise<string>;

/**
 * `/openapi.json` and `/docs`: the HTTP API's description for programs and for
 * people. Public, the same for everybody.
 */
export function createDescriptionRoutes({
  readAsset,
}: {
  readAsset: ReadAsset;
}): Hono {
  const routes = new Hono();

  routes.get("/openapi.json", etag(), async (context) =>
    context.body(await readAsset(openApiDocument), 200, {
      "content-type": "application/json",
      "access-control-allow-origin": "*",
      "cache-control": CACHED,
    }),
  );

  routes.get("/docs", etag(), (context) =>
    context.body(REFERENCE_PAGE, 200, {
      // Scalar adds style sheets and `style` attributes.
      ...pageHeaders({ style: "'unsafe-inline'", img: "'self' data:" }),
      "cache-control": CACHED,
    }),
  );

  return routes;
}

const CACHED = "public, max-age=300";

const DOCUMENT_LINK = `<a href="/openapi.json">OpenAPI</a>`;

/** The guide in Chinese, which a deployment does not carry. */
const CHINESE_GUIDE =
  "https://github.com/parley-chat/parley/blob/main/docs/zh-CN/webhook.md";

/** The page into which the script renders the reference. */
const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Parley: the HTTP API</title>
<link rel="icon" href="data:,">
<style>
:root { --scalar-custom-header-height: 2.5rem; }
body { margin: 0; }
header { position: sticky; top: 0; z-index: 10; box-sizing: border-box; height: 2.5rem; display: flex; gap: 1.25rem; align-items: center; padding: 0 1rem; font: 0.875rem system-ui, sans-serif; color: var(--scalar-color-1); background: var(--scalar-background-1); border-bottom: 1px solid var(--scalar-border-color); }
header strong { flex: 1; }
header a { color: inherit; }
</style>
</head>
<body>
<header><strong>Parley</strong>${DOCUMENT_LINK}<a href="${CHINESE_GUIDE}" lang="zh" hreflang="zh">中文指南</a></header>
<div id="reference"></div>
<noscript><p>This page needs JavaScript. Or read the description as ${DOCUMENT_LINK}</p></noscript>
<script src="${referenceScript}"></script>
</body>
</html>
`;
