import type { AcceptedLanguage } from "../accepted-language.ts";
import { escapeHtml } from "../html.ts";
import { PAGE_STYLE } from "../problem-page.ts";

export interface Page {
  readonly title: string;
  /** Paragraphs of plain text. */
  readonly lines: readonly string[];
  /** A button that posts to the page's own address. */
  readonly button?: string;
  /** Where the browser goes at once. */
  readonly next?: { readonly url: string; readonly label: string };
}

/** Responds with a small HTML page, which is kept nowhere. */
export function respondWithPage(
  { title, lines, button, next }: Page,
  {
    language,
    status = 200,
    headers = {},
  }: {
    language: AcceptedLanguage;
    status?: number;
    headers?: Readonly<Record<string, string>>;
  },
): Response {
  const nonce = crypto.randomUUID();
  const url = next && escapeHtml(next.url);
  const parts = [
    ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
    ...(button === undefined
      ? []
      : [`<form method="post"><button>${escapeHtml(button)}</button></form>`]),
    ...(next === undefined
      ? []
      : [`<p><a href="${url}">${escapeHtml(next.label)}</a></p>`]),
  ];
  const page = `<!doctype html>
<html lang="${language === "zh" ? "zh-CN" : "en"}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${url === undefined ? "" : `<meta http-equiv="refresh" content="0; url=${url}">`}
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${PAGE_STYLE}${BUTTON_STYLE}</style>
<main>
<h1>${escapeHtml(title)}</h1>
${parts.join("\n")}
</main>
</html>
`;
  return new Response(page, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
      ...headers,
    },
  });
}

const BUTTON_STYLE = `
form { margin: 1.25rem 0 0; }
button {
  min-height: 2.75rem; padding: 0 1.25rem; border: 0; border-radius: 999px;
  background: light-dark(#1f6f5c, #7fd1ba); color: light-dark(#ffffff, #10211c);
  font: inherit; font-weight: 600; cursor: pointer;
}
a { color: inherit; }
`;
