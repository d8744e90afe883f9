import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildMcpSdk } from "../../scripts/build-mcp-sdk.ts";

const file = join(import.meta.dirname, "../../dist/mcp-sdk.js");

describe("buildMcpSdk", () => {
  it("leaves the bundle alone when nothing has changed", async () => {
    await buildMcpSdk();
    const before = await stat(file);
    await buildMcpSdk();
    expect((await stat(file)).mtimeMs).toBe(before.mtimeMs);
  });

  it("holds nothing that it would have to import, and no validator that compiles code", async () => {
    const bundle = await readFile(file, "utf8");
    expect(bundle).not.toMatch(/\bimport\b\s*[("'{*]|ajv/);
  });
});
