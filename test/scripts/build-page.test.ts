import { stat } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { pageHtml } from "../../dist/page.ts";
import { buildPage } from "../../scripts/build-page.ts";
import { readBuiltAsset } from "../fakes/read-built-asset.ts";

/** Reads an asset that the page links to. */
function readNamed(extension: "css" | "js"): Promise<string> {
  const [, name = ""] =
    new RegExp(`"/assets/(page-\\w+\\.${extension})"`).exec(pageHtml) ?? [];
  return readBuiltAsset(name);
}

describe("buildPage", () => {
  it("leaves the page alone when nothing has changed", async () => {
    const file = join(import.meta.dirname, "../../dist/page.ts");
    await buildPage();
    const before = await stat(file);
    await buildPage();
    expect((await stat(file)).mtimeMs).toBe(before.mtimeMs);
  });

  it("builds a page that the content security policy allows", async () => {
    const pageStyle = await readNamed("css");
    const pageScript = await readNamed("js");
    expect(pageHtml).not.toMatch(/<style|\sstyle=|\son\w+=/i);
    expect(pageHtml.match(/<script[^>]*>/g)).toHaveLength(1);
    expect(pageStyle).not.toContain("url(");
    expect(pageScript).not.toMatch(/\beval\(|\bnew Function\b/);
  });

  it("builds a page of less than 60 KiB compressed", async () => {
    const files = [pageHtml, await readNamed("css"), await readNamed("js")];
    const sizes = files.map((file) => gzipSync(file).length);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(total).toBeLessThan(60 * 1_024);
  });
});
