import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build, type Plugin } from "esbuild";
import { writeAsset } from "./assets.ts";
import { toTraditional } from "./to-traditional.ts";
import { writeIfChanged } from "./write-if-changed.ts";

const root = join(import.meta.dirname, "..");
const page = join(root, "src/page/client");
const target = join(root, "dist/page.ts");

/**
 * Writes the styles and scripts of the chat page and of `/setup` and `/console` as
 * assets, and `dist/page.ts` with the HTML of all three, which links to them, and the script of
 * the widget.
 */
export async function buildPage(): Promise<void> {
  await writeTraditionalTexts();
  const [chat, setup, console, embed] = await Promise.all([
    buildHtml({ folder: page, name: "page", main: "main.tsx" }),
    buildHtml({
      folder: join(root, "src/http/admin/page"),
      name: "setup",
      main: "main.tsx",
    }),
    buildHtml({
      folder: join(root, "src/http/console/page"),
      name: "console",
      main: "main.tsx",
    }),
    bundle(join(page, "widget/parley-chat.ts")),
  ]);
  await writeIfChanged(
    target,
    [
      "// Made by scripts/build-page.ts from the folders of the pages.",
      `export const pageHtml: string = ${JSON.stringify(chat)};`,
      `export const setupHtml: string = ${JSON.stringify(setup)};`,
      `export const consoleHtml: string = ${JSON.stringify(console)};`,
      `export const embedScript: string = ${JSON.stringify(embed)};`,
      "",
    ].join("\n"),
  );
}

/** The page's Traditional Chinese texts: its Simplified ones, converted. */
async function writeTraditionalTexts(): Promise<void> {
  const chinese = await readFile(join(page, "texts-chinese.ts"), "utf8");
  const texts = toTraditional(chinese)
    .replace("export const chinese:", "export const traditional:")
    .replaceAll(' from "./', ' from "../src/page/client/');
  await writeIfChanged(
    join(root, "dist/texts-traditional.ts"),
    `// Made by scripts/build-page.ts from texts-chinese.ts.\n${texts}`,
  );
}

/** @param name base name of its stylesheet and its assets */
async function buildHtml({
  folder,
  name,
  main,
}: {
  folder: string;
  name: string;
  /** Its script. */
  main: string;
}): Promise<string> {
  const [html, head, style, script] = await Promise.all([
    readFile(join(folder, "index.html"), "utf8"),
    readFile(join(page, "head.html"), "utf8"),
    bundle(join(folder, `${name}.css`)),
    bundle(join(folder, main)),
  ]);
  return html
    .replace("<!-- head.html -->", head.replaceAll("{name}", name))
    .replaceAll(/\n\s+/g, "\n")
    .replace(
      `/${name}.css`,
      `/assets/${await writeAsset(`${name}.css`, style)}`,
    )
    .replace(
      `/${name}.js`,
      `/assets/${await writeAsset(`${name}.js`, script)}`,
    );
}

/**
 * Bundles each dynamic import into a self-contained asset, which the page loads
 * with one request when needed.
 */
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
