import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildMcpSdk } from "../../scripts/build-mcp-sdk.ts";

const file = join(import.meta.dirname, "../../dist/mcp-sdk.js");

describe("the bundle of the MCP SDK", () => {
  it("is left alone when nothing has changed", async () => {
    await buildMcpSdk();
    const before = await stat(file);
    await buildMcpSdk();
    expect((await stat(file)).mtimeMs).toBe(before.mtimeMs);
  });

  it("shares the app's zod, and imports nothing else", async () => {
    const bundle = await readFile(file, "utf8");
    const imports = [...bundle.matchAll(/\bimport\b[^"]*"([^"]*)"/g)];
    expect(imports.map(([, from]) => from)).toEqual(["zod/v4"]);
  });

  it("weighs 180 KiB: 320 with a zod of its own, validators and logins", async () => {
    const { size } = await stat(file);
    expect(Math.round(size / 1024 / 10) * 10).toBe(180);
  });
});
