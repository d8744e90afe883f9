import type { Problem } from "../types/problem.ts";
import {
  acceptedLanguage,
  type AcceptedLanguage,
} from "./accepted-language.ts";
import { problemResponse } from "./problems.ts";

/** For element content and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

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
<style nonce="${nonce}">${STYLE}</style>
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

/** Like the chat page's cards; in the page, since assets may be what fails. */
const STYLE = `
:root { color-scheme: light dark; }
body {
  display: grid; place-items: center; min-height: 100vh; margin: 0;
  background: light-dark(#f6f5f1, #15191a); color: light-dark(#1d2324, #e7eae8);
  font: 1rem/1.6 system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC",
    "WenQuanYi Micro Hei", sans-serif;
}
main {
  box-sizing: border-box; width: min(34rem, calc(100% - 2rem)); padding: 1.75rem;
  border: 1px solid light-dark(#dcd9d1, #303738); border-radius: 1.25rem;
  background: light-dark(#ffffff, #1e2425); overflow-wrap: break-word;
}
h1 { margin: 0; font-size: 1.25rem; line-height: 1.35; }
p { margin: 0.75rem 0 0; color: light-dark(#586264, #a3adac); }
form { margin: 1.25rem 0 0; }
button {
  min-height: 2.75rem; padding: 0 1.25rem; border: 0; border-radius: 999px;
  background: light-dark(#1f6f5c, #7fd1ba); color: light-dark(#ffffff, #10211c);
  font: inherit; font-weight: 600; cursor: pointer;
}
a { color: inherit; }
`;

/**
 * Responds with an HTML page to browsers, in Chinese if preferred and
 * available, else with `application/problem+json`.
 */
export function problemFor(request: Request, problem: Problem): Response {
  const isBrowser =
    request.headers.get("accept")?.includes("text/html") === true;
  if (!isBrowser) return problemResponse(problem);
  const { chinese, status } = problem;
  const isChinese = acceptedLanguage(request) === "zh" && chinese !== undefined;
  const { title, detail } = isChinese ? chinese : problem;
  return respondWithPage(
    { title, lines: detail.split("\n") },
    { language: isChinese ? "zh" : "en", status },
  );
}
