import { Hono } from "hono";
import {
  descriptionVersion,
  openApiDocument,
  openApiDocumentInChinese,
  referenceScript,
} from "../../../dist/api-description.ts";
import {
  acceptedLanguage,
  isChinese,
  type AcceptedLanguage,
} from "../accepted-language.ts";
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

  routes.get("/openapi.json", async ({ req }) => {
    const isInChinese = isChinese(req.query("lang") ?? "");
    return respond(req.raw, {
      body: await readAsset(
        isInChinese ? openApiDocumentInChinese : openApiDocument,
      ),
      tag: `"${descriptionVersion}${isInChinese ? "-zh" : ""}"`,
      headers: {
        "content-type": "application/json",
        "access-control-allow-origin": "*",
      },
    });
  });

  routes.get("/docs", ({ req }) => {
    const language = preferredLanguage(req.raw);
    return respond(req.raw, {
      body: referencePage(language),
      tag: `"${descriptionVersion}-${language}"`,
      headers: {
        // Scalar adds style sheets and `style` attributes.
        ...pageHeaders({
          style: "'unsafe-inline'",
          img: "'self' data:",
        }),
        "content-language": language,
        vary: "accept-language",
      },
    });
  });

  return routes;
}

/** `?lang=`, else `Accept-Language`. */
function preferredLanguage(request: Request): AcceptedLanguage {
  const asked = new URL(request.url).searchParams.get("lang");
  if (asked === null) return acceptedLanguage(request);
  return isChinese(asked) ? "zh" : "en";
}

const TEXTS = {
  en: {
    title: "Parley: the HTTP API",
    other: `<a href="?lang=zh" lang="zh" hreflang="zh">中文</a>`,
    noScript: "This page needs JavaScript. Or read the description as",
  },
  zh: {
    title: "Parley：HTTP 接口",
    other: `<a href="?lang=en" lang="en" hreflang="en">English</a>`,
    noScript: "本页需要 JavaScript，也可直接查看",
  },
} as const satisfies Record<AcceptedLanguage, object>;

/** The page into which the script renders the reference. */
function referencePage(language: AcceptedLanguage): string {
  const { title, other, noScript } = TEXTS[language];
  const documentLink = `<a href="/openapi.json?lang=${language}">OpenAPI</a>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="alternate" hreflang="en" href="?lang=en">
<link rel="alternate" hreflang="zh" href="?lang=zh">
<style>
:root { --scalar-custom-header-height: 2.5rem; }
body { margin: 0; }
header { position: sticky; top: 0; z-index: 10; box-sizing: border-box; height: 2.5rem; display: flex; gap: 1.25rem; align-items: center; padding: 0 1rem; font: 0.875rem system-ui, sans-serif; color: var(--scalar-color-1); background: var(--scalar-background-1); border-bottom: 1px solid var(--scalar-border-color); }
header strong { flex: 1; }
header a { color: inherit; }
</style>
</head>
<body>
<header><strong>Parley</strong>${documentLink}${other}</header>
<div id="reference"></div>
<noscript><p>${noScript} ${documentLink}</p></noscript>
<script src="${referenceScript}"></script>
</body>
</html>
`;
}

/** Responds with 304 if the client has this version. */
function respond(
  request: Request,
  {
    body,
    tag,
    headers,
  }: { body: string; tag: string; headers: Readonly<Record<string, string>> },
): Response {
  const known = request.headers.get("if-none-match") ?? "";
  // Compressing proxies make tags weak.
  const isKnown = known
    .split(",")
    .some((given) => [tag, "*"].includes(given.trim().replace(/^W\//, "")));
  return new Response(isKnown ? null : body, {
    status: isKnown ? 304 : 200,
    headers: {
      ...headers,
      etag: tag,
      "cache-control": "public, max-age=300",
    },
  });
}
