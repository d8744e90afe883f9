import { pageHtml } from "../../../dist/page.ts";
import type { Identity } from "../../identity.ts";
import { escapeHtml } from "../html.ts";
import { pageHeaders } from "../page-headers.ts";
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
  const { widget, identity } = options;
  const others = widget === undefined ? "" : ` ${widget.sources}`;
  const { logoUrl } = identity;
  const logo = logoUrl === undefined ? "" : ` ${new URL(logoUrl).origin}`;
  return new Response(writePage(options), {
    headers: {
      ...pageHeaders({
        script: `'self'${others}`,
        style: `'self'${others}`,
        connect: `'self'${others}`,
        img: `'self' data:${logo}`,
        frame: widget?.sources,
      }),
      // Such services look at whose page they are on.
      ...(widget !== undefined && { "referrer-policy": "strict-origin" }),
      "cache-control": "no-cache",
    },
  });
}

function writePage({ widget, identity, tools, takes }: PageOptions): string {
  const { name, greeting, examples, logoUrl, accentColor } = identity;
  const head = [
    writeMeta("parley-bot", { name, greeting, examples, tools, takes }),
    // It is asked for only where a session is.
    ...(widget === undefined ? [] : [writeChallenge(widget)]),
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

function writeChallenge({ service, script, siteKey }: ChallengeWidget): string {
  return writeMeta("parley-challenge", { service, script, siteKey });
}

/** The page's script finds there what to show. */
function writeMeta(name: string, content: object): string {
  return `<meta name="${name}" content="${escapeHtml(JSON.stringify(content))}">`;
}
