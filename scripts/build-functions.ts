import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { ASSETS_FOLDER } from "./assets.ts";
import { buildApiDescription } from "./build-api-description.ts";
import { buildPage } from "./build-page.ts";

const root = join(import.meta.dirname, "..");

/** Where `http/index.mjs`, which is the code of Telegram's function, too, and `worker/index.mjs` are put. */
export const FUNCTIONS_FOLDER = join(root, "dist/aws");

/**
 * Bundles the two functions of AWS. The SDK is in them, in the version that the tests have run with: the one of Lambda's runtime
 * changes by itself, and is read file by file at each start.
 * @returns how large each is, in bytes
 */
export async function buildFunctions({
  folder = FUNCTIONS_FOLDER,
}: { folder?: string } = {}): Promise<Readonly<Record<string, number>>> {
  await Promise.all([buildPage(), buildApiDescription()]);
  const { metafile } = await build({
    entryPoints: {
      "http/index": join(root, "src/platforms/aws/http.ts"),
      "worker/index": join(root, "src/platforms/aws/worker.ts"),
    },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    // Names stay: the log tells in which functions an error was thrown.
    minifySyntax: true,
    minifyWhitespace: true,
    charset: "utf8",
    platform: "node",
    target: "node24",
    format: "esm",
    // Modules rather than CommonJS, of which nothing can be left out.
    mainFields: ["module", "main"],
    // Some dependencies are CommonJS, and ask for modules of Node.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    legalComments: "none",
    metafile: true,
    logLevel: "error",
  });
  const assets = join(folder, "http/assets");
  await rm(assets, { recursive: true, force: true });
  await cp(ASSETS_FOLDER, assets, { recursive: true });
  return Object.fromEntries(
    Object.entries(metafile.outputs).map(([path, { bytes }]) => [
      path.split("/").at(-2) ?? path,
      bytes,
    ]),
  );
}
