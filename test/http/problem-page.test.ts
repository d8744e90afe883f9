import { expect, it } from "vitest";
import { problemFor } from "../../src/http/html.ts";

it.each([
  ["zh-CN,zh;q=0.9,en;q=0.8", "zh-CN", "请打开链接"],
  ["en;q=0.5, zh;q=0.9", "zh-CN", "请打开链接"],
  ["en,zh;q=0.5", "en", "Open the link"],
  ["de, en;q=0.7, zh;q=0.3", "en", "Open the link"],
  ["zh;q=0", "en", "Open the link"],
  ["fr", "en", "Open the link"],
  ["", "en", "Open the link"],
])(
  "a browser that accepts %s gets a page in %s",
  async (accepted, lang, title) => {
    const request = new Request("http://localhost:8787/", {
      headers: { accept: "text/html", "accept-language": accepted },
    });
    const response = problemFor(request, {
      status: 403,
      slug: "link-required",
      title: "Open the link",
      detail: "It is in the terminal.",
      chinese: { title: "请打开链接", detail: "链接在终端里。" },
    });
    expect(response.status).toBe(403);
    const page = await response.text();
    expect(page).toContain(`<html lang="${lang}">`);
    expect(page).toContain(`<h1>${title}</h1>`);
  },
);

it("a problem's page escapes its texts, and applies only its own style", async () => {
  const response = problemFor(
    new Request("http://localhost:8787/", { headers: { accept: "text/html" } }),
    {
      status: 503,
      slug: "wrong",
      title: "<script>1</script>",
      detail: "One.\nTwo & three.",
    },
  );
  const page = await response.text();
  expect(page).not.toContain("<script>");
  expect(page).toContain("<p>One.</p>\n<p>Two &amp; three.</p>");
  const [, nonce = "none"] = /<style nonce="([\w-]+)">/.exec(page) ?? [];
  expect(Object.fromEntries(response.headers)).toEqual({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  });
});

it("a program gets a problem as JSON", () => {
  const problem = { status: 403, slug: "no", title: "No", detail: "No." };
  const request = new Request("http://localhost:8787/");
  expect(problemFor(request, problem).headers.get("content-type")).toBe(
    "application/problem+json",
  );
});
