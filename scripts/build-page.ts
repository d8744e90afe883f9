import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { writeAsset } from "./assets.ts";
import { writeIfChanged } from "./write-if-changed.ts";

const root = join(import.meta.dirname, "..");
const source = join(root, "src/channels/web/page");
const target = join(root, "dist/page.ts");

/** Writes the style and the script of the chat page as assets, and `dist/page.ts`, its HTML, which names them. */
export async function buildPage(): Promise<void> {
  const [html, style, script] = await Promise.all([
    readFile(join(source, "index.html"), "utf8"),
    bundle("page.css"),
    bundle("main.ts"),
  ]);
  const page = html
    .replaceAll(/\n\s+/g, "\n")
    .replace("/page.css", `/assets/${await writeAsset("page.css", style)}`)
    .replace("/page.js", `/assets/${await writeAsset("page.js", script)}`);
  await writeIfChanged(
    target,
    [
      "// Made by scripts/build-page.ts from src/channels/web/page.",
      `export const pageHtml: string = ${JSON.stringify(page)};`,
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
