import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build, type Plugin } from "esbuild";
import { writeAsset } from "./assets.ts";
import { writeIfChanged } from "./write-if-changed.ts";

const root = join(import.meta.dirname, "..");
const source = join(root, "src/channels/web/page");
const target = join(root, "dist/page.ts");

/** Writes the style and the scripts of the chat page as assets, and `dist/page.ts`, its HTML, which names those that it begins with. */
export async function buildPage(): Promise<void> {
  const [html, style, script] = await Promise.all([
    readFile(join(source, "index.html"), "utf8"),
    bundle(join(source, "page.css")),
    bundle(join(source, "main.ts")),
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

/** What is imported on demand becomes an asset of its own, which shares nothing with the page's script: one request, when it is needed. */
const onDemand: Plugin = {
  name: "on-demand",
  setup(builder) {
    builder.onResolve({ filter: /^\./ }, async ({ kind, path, resolveDir }) => {
      if (kind !== "dynamic-import") return undefined;
      const script = await bundle(join(resolveDir, path), "esm");
      const name = `${basename(path, ".ts")}.js` as const;
      return {
        path: `/assets/${await writeAsset(name, script)}`,
        external: true,
      };
    });
  },
};

async function bundle(
  entry: string,
  format: "iife" | "esm" = "iife",
): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format,
    plugins: [onDemand],
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
