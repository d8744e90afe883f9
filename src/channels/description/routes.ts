import { Hono } from "hono";
import {
  descriptionVersion,
  openApiDocument,
  referenceInChinese,
  referenceInEnglish,
  scriptHash,
  styleHash,
} from "../../../dist/api-description.ts";
import { preferredLanguage } from "./preferred-language.ts";

/** In the examples of the reference it gives way to the deployment's own. */
const SAMPLE_ORIGIN = "https://parley.example.com";

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src '${styleHash}'`,
  `script-src '${scriptHash}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** `/openapi.json` and `/docs`: what the HTTP API is, for programs and for people. Both are the same for everybody. */
export function createDescriptionRoutes(): Hono {
  const routes = new Hono();

  routes.get("/openapi.json", ({ req }) =>
    respond(req.raw, {
      body: openApiDocument,
      tag: `"${descriptionVersion}"`,
      headers: {
        "content-type": "application/json",
        "access-control-allow-origin": "*",
      },
    }),
  );

  routes.get("/docs", ({ req }) => {
    const language = preferredLanguage(req.raw);
    const page = language === "zh" ? referenceInChinese : referenceInEnglish;
    return respond(req.raw, {
      body: page.replaceAll(SAMPLE_ORIGIN, () => originOf(req.raw)),
      tag: `"${descriptionVersion}-${language}"`,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-language": language,
        "content-security-policy": CONTENT_SECURITY_POLICY,
        "cross-origin-opener-policy": "same-origin",
        "referrer-policy": "no-referrer",
        vary: "accept-language",
      },
    });
  });

  return routes;
}

/** 304 for whoever has this version already. */
function respond(
  request: Request,
  {
    body,
    tag,
    headers,
  }: { body: string; tag: string; headers: Readonly<Record<string, string>> },
): Response {
  const known = request.headers.get("if-none-match") ?? "";
  // Proxies that compress mark tags as weak.
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

/** Safe to be put into the page: a host name may hold `&` and quotation marks. */
function originOf(request: Request): string {
  return new URL(request.url).origin
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;");
}
