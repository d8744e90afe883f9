import { pageHtml } from "../../../dist/page.ts";
import type { Identity } from "../../identity.ts";
import type { ChallengeWidget } from "./challenge.ts";

export interface PageOptions {
  /** Asks new visitors whether they are human: its script and frames may come from where they are. */
  readonly widget: ChallengeWidget | undefined;
  readonly identity: Identity;
  /** Names of those that the agent has: the page offers nothing else. */
  readonly tools: readonly string[];
  /** What its models take besides text: the page takes no other files. */
  readonly takes: TakenFiles;
}

export interface TakenFiles {
  readonly images: boolean;
  readonly speech: boolean;
}

/** Where the page finds its own accent color. */
export const ACCENT_PATH = "/accent.css";

/** The page, which may load nothing but its own script and style, and the bot's logo. */
export function pageResponse(options: PageOptions): Response {
  const { widget } = options;
  return new Response(writePage(options), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": contentSecurityPolicy(options),
      "cross-origin-opener-policy": "same-origin",
      // Such services look at whose page they are on.
      "referrer-policy": widget === undefined ? "no-referrer" : "strict-origin",
      "cache-control": "no-cache",
    },
  });
}

function contentSecurityPolicy({ widget, identity }: PageOptions): string {
  const others = widget === undefined ? "" : ` ${widget.sources}`;
  const { logoUrl } = identity;
  const logo = logoUrl === undefined ? "" : ` ${new URL(logoUrl).origin}`;
  return [
    "default-src 'none'",
    `script-src 'self'${others}`,
    `style-src 'self'${others}`,
    `connect-src 'self'${others}`,
    `img-src 'self' data:${logo}`,
    ...(widget === undefined ? [] : [`frame-src${others}`]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function writePage({ widget, identity, tools, takes }: PageOptions): string {
  const { name, greeting, examples, logoUrl, accentColor } = identity;
  const head = [
    writeMeta("parley-bot", { name, greeting, examples, tools, takes }),
    ...(widget === undefined
      ? []
      : [
          // It is asked for only where a session is.
          writeMeta("parley-challenge", {
            service: widget.service,
            script: widget.script,
            siteKey: widget.siteKey,
          }),
        ]),
    // After the page's own style.
    ...(accentColor === undefined
      ? []
      : [`<link rel="stylesheet" href="${ACCENT_PATH}">`]),
  ].join("\n");
  const page = pageHtml
    .replace("</head>", () => `${head}\n</head>`)
    .replaceAll(">Parley<", () => `>${escapeHtml(name)}<`);
  return logoUrl === undefined ? page : withLogo(page, escapeHtml(logoUrl));
}

function withLogo(page: string, url: string): string {
  return page
    .replace(/(<link\s+rel="icon"\s+href=")[^"]*/, (_, before) => before + url)
    .replace(
      /<svg class="mark".*?<\/svg>/s,
      () => `<img class="mark" src="${url}" alt="">`,
    );
}

/** The page's script finds there what to show. */
function writeMeta(name: string, content: object): string {
  return `<meta name="${name}" content="${escapeHtml(JSON.stringify(content))}">`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
