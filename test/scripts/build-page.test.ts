import { stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  pageHtml,
  pageScript,
  pageStyle,
  pageVersion,
} from "../../dist/page.ts";
import { buildPage } from "../../scripts/build-page.ts";

describe("buildPage", () => {
  it("leaves the page alone when nothing has changed", async () => {
    const file = join(import.meta.dirname, "../../dist/page.ts");
    await buildPage();
    const before = await stat(file);
    await buildPage();
    expect((await stat(file)).mtimeMs).toBe(before.mtimeMs);
  });

  it("puts the version into the addresses of style and script", () => {
    expect(pageHtml).toContain(`href="/page.css?v=${pageVersion}"`);
    expect(pageHtml).toContain(`src="/page.js?v=${pageVersion}"`);
  });

  it("makes a page that the content security policy allows", () => {
    expect(pageHtml).not.toMatch(/<style|\sstyle=|\son\w+=/i);
    expect(pageHtml.match(/<script[^>]*>/g)).toHaveLength(1);
    expect(pageStyle).not.toContain("url(");
    expect(pageScript).not.toMatch(/\beval\(|\bnew Function\b|innerHTML/);
  });

  it("makes a small page", () => {
    const bytes = Buffer.byteLength(pageHtml + pageStyle + pageScript);
    expect(bytes).toBeLessThan(105_000);
  });
});
