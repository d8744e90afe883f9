import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { writeIfChanged } from "./write-if-changed.ts";

const root = join(import.meta.dirname, "..");
const source = join(root, "src/channels/web/page");
const target = join(root, "dist/page.ts");

/** Bundles the chat page into `dist/page.ts`, the module that the web channel serves. */
export async function buildPage(): Promise<void> {
  const [html, style, script] = await Promise.all([
    readFile(join(source, "index.html"), "utf8"),
    bundle("page.css"),
    bundle("main.ts"),
  ]);
  const version = createHash("sha256")
    .update(html)
    .update(style)
    .update(script)
    .digest("hex")
    .slice(0, 12);
  await writeIfChanged(
    target,
    [
      "// Made by scripts/build-page.ts from src/channels/web/page.",
      `export const pageHtml: string = ${JSON.stringify(withVersion(html, version))};`,
      `export const pageStyle: string = ${JSON.stringify(style)};`,
      `export const pageScript: string = ${JSON.stringify(script)};`,
      `export const pageVersion = ${JSON.stringify(version)};`,
      "",
    ].join("\n"),
  );
}

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(source, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    logLevel: "error",
  });
  const [output] = outputFiles;
  if (output === undefined) {
    throw new Error(`esbuild made nothing of ${entry}`);
  }
  return output.text;
}

/** The version in the addresses lets browsers keep both files for good. */
function withVersion(html: string, version: string): string {
  return html
    .replaceAll(/"(\/page\.(?:css|js))"/g, `"$1?v=${version}"`)
    .replaceAll(/\n\s+/g, "\n");
}
