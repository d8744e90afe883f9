import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe } from "vitest";
import { readCodeBlocks } from "./markdown.ts";

/** Inside the repository, whose packages the files import. */
mkdirSync("dist", { recursive: true });
const folder = mkdtempSync(join("dist", "add-a-tool-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The tool and its test, where docs/add-a-tool.md says that they belong, but in that folder. */
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

/** What they import from the repository comes from there. */
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
