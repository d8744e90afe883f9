import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe } from "vitest";
import { readCodeBlocks } from "./markdown.ts";

// Inside the repository, so that the files can import its packages.
mkdirSync("dist", { recursive: true });
const folder = mkdtempSync(join("dist", "add-a-tool-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Paths of the tool and its test in docs/add-a-tool.md. */
const TOOL = "src/tools/roll-dice/roll-dice-tool.ts";
const TEST = "test/tools/roll-dice/roll-dice-tool.test.ts";
const [tool, test] = readCodeBlocks("docs/add-a-tool.md").filter(({ source }) =>
  source.startsWith("import"),
);
write(TOOL, tool?.source ?? "");
write(TEST, test?.source ?? "");

describe("the test of docs/add-a-tool.md", async () => {
  await import(/* @vite-ignore */ pathToFileURL(join(folder, TEST)).href);
});

/**
 * Writes a file below `folder`; its relative imports lead to the repository.
 */
function write(path: string, source: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  const root = join(process.cwd(), dirname(path));
  writeFileSync(
    file,
    source.replaceAll(/(?<=from ")(\.\.\/[^"]+)(?=")/g, (specifier) =>
      specifier.includes("roll-dice") ? specifier : join(root, specifier),
    ),
  );
}
