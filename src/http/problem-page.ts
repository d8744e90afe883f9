import type { Problem } from "../types/problem.ts";
import { acceptedLanguage } from "./accepted-language.ts";
import { escapeHtml } from "./html.ts";
import { problemResponse } from "./problems.ts";

/**
 * Responds with an HTML page to browsers, in Chinese if preferred and
 * available, else with `application/problem+json`.
 */
export function problemFor(request: Request, problem: Problem): Response {
  const isBrowser =
    request.headers.get("accept")?.includes("text/html") === true;
  return isBrowser ? problemPage(request, problem) : problemResponse(problem);
}

function problemPage(request: Request, problem: Problem): Response {
  const prefersChinese = acceptedLanguage(request) === "zh";
  const chinese = prefersChinese ? problem.chinese : undefined;
  const { title, detail } = chinese ?? problem;
  const nonce = crypto.randomUUID();
  const page = `<!doctype html>
<html lang="${chinese === undefined ? "en" : "zh-CN"}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${PAGE_STYLE}</style>
<main>
<h1>${escapeHtml(title)}</h1>
${detail
  .split("\n")
  .map((line) => `<p>${escapeHtml(line)}</p>`)
  .join("\n")}
</main>
</html>
`;
  return new Response(page, {
    status: problem.status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      "cache-control": "no-store",
    },
  });
}

/** Like the chat page's cards; in the page, since assets may be what fails. */
export const PAGE_STYLE = `
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
`;
