import { pageHtml } from "../../../dist/page.ts";
import { escapeHtml } from "../../http/html.ts";
import { pageHeaders } from "../../http/page-headers.ts";
import type { Identity } from "../../types/identity.ts";
import type { PageBot } from "../../types/page.ts";
import type { ChallengeWidget } from "./challenge.ts";
import type { Embedding } from "./embedding.ts";

interface PageOptions extends Pick<PageBot, "tools" | "takes" | "suggests"> {
  /** Shown to new visitors; its script and frames are allowed by the CSP. */
  readonly widget: ChallengeWidget | undefined;
  readonly identity: Identity;
  /** The sites in whose frames the page is shown, if it is for a frame. */
  readonly embedding?: Pick<Embedding, "sites">;
}

export const ACCENT_PATH = "/accent.css";

/**
 * The page, with a CSP that allows only its own script and style, the widget,
 * and the bot's logo.
 */
export function pageResponse(options: PageOptions): Response {
  const { widget, identity, embedding } = options;
  const widgetSources = widget === undefined ? "" : ` ${widget.sources}`;
  const { logoUrl } = identity;
  const logo = logoUrl === undefined ? "" : ` ${new URL(logoUrl).origin}`;
  return new Response(writePage(options), {
    headers: {
      ...pageHeaders({
        script: `'self'${widgetSources}`,
        style: `'self'${widgetSources}`,
        connect: `'self'${widgetSources}`,
        img: `'self' data:${logo}`,
        frame: widget?.sources,
        ...(embedding && { ancestors: embedding.sites.join(" ") }),
      }),
      // Such services check the embedding site.
      ...(widget !== undefined && { "referrer-policy": "strict-origin" }),
      "cache-control": "no-cache",
    },
  });
}

function writePage({
  widget,
  identity,
  tools,
  takes,
  suggests,
  embedding,
}: PageOptions): string {
  const { name, greeting, examples, logoUrl, accentColor } = identity;
  const bot: PageBot = { name, greeting, examples, tools, takes, suggests };
  const head = [
    writeMeta("parley-bot", bot),
    ...(embedding === undefined
      ? []
      : [writeMeta("parley-embedding", { sites: embedding.sites })]),
    // Shown before the page creates a session.
    ...(widget === undefined ? [] : [writeChallenge(widget)]),
    // Must follow the page's own stylesheet.
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

function writeChallenge({ service, script, siteKey }: ChallengeWidget): string {
  return writeMeta("parley-challenge", { service, script, siteKey });
}

/** Passes data to the page's script. */
function writeMeta(name: string, content: object): string {
  return `<meta name="${name}" content="${escapeHtml(JSON.stringify(content))}">`;
}
