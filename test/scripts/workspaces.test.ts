import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isInstalled } from "../../scripts/workspaces.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "parley-workspaces-"));
  await write("infra/package.json", {
    dependencies: { "@scope/one": "1.0.0" },
    devDependencies: { two: "2.0.0" },
  });
  await write("node_modules/@scope/one/package.json", { version: "1.0.0" });
});
afterEach(() => rm(root, { recursive: true }));

it("is not installed if a package is missing", () => {
  expect(isInstalled("infra", { root })).toBe(false);
});

it("is not installed if a package has another version", async () => {
  await write("node_modules/two/package.json", { version: "1.9.0" });
  expect(isInstalled("infra", { root })).toBe(false);
});

it("is installed if all packages are in the root or in its own folder", async () => {
  await write("node_modules/two/package.json", { version: "1.9.0" });
  await write("infra/node_modules/two/package.json", { version: "2.0.0" });
  expect(isInstalled("infra", { root })).toBe(true);
});

async function write(path: string, content: object): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), JSON.stringify(content));
}
