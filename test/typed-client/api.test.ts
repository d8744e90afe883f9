import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const folder = "test/typed-client";

it("api.d.ts matches the API description; update: npm run generate:client", async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["node_modules/openapi-typescript/bin/cli.js", "dist/openapi.json"],
    { maxBuffer: 10_000_000 },
  );
  expect(await readFile(`${folder}/api.d.ts`, "utf8")).toBe(stdout);
});
