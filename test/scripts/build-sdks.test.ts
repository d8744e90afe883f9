import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildSdks } from "../../scripts/build-sdks.ts";

describe.each(["mcp-sdk"])("the bundle %s", (name) => {
  const file = join(import.meta.dirname, `../../dist/${name}.js`);

  it("is left alone when nothing has changed", async () => {
    await buildSdks();
    const before = await stat(file);
    await buildSdks();
    expect((await stat(file)).mtimeMs).toBe(before.mtimeMs);
  });

  it("holds nothing that it would have to import, and no validator that compiles code", async () => {
    const bundle = await readFile(file, "utf8");
    expect(bundle).not.toMatch(/\bimport\b\s*[("'{*]|ajv/);
  });
});
