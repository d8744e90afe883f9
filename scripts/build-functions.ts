import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { build, type BuildOptions } from "esbuild";
import { ASSETS_FOLDER } from "./assets.ts";
import { buildDist } from "./build-dist.ts";

const root = join(import.meta.dirname, "..");

/**
 * Contains `http/index.mjs` (also the code of Telegram's function) and
 * `worker/index.mjs`.
 */
export const FUNCTIONS_FOLDER = join(root, "dist/aws");

/** How code is bundled for Lambda. */
export const LAMBDA_BUNDLE = {
  outExtension: { ".js": ".mjs" },
  bundle: true,
  // Identifiers stay readable: logged errors name the functions they were
  // thrown in.
  minifySyntax: true,
  minifyWhitespace: true,
  charset: "utf8",
  platform: "node",
  target: "node24",
  format: "esm",
  // ES modules, because CommonJS cannot be tree-shaken.
  mainFields: ["module", "main"],
  // As in `wrangler.toml`.
  alias: { openai: join(root, "dist/openai.js") },
  // For CommonJS dependencies that `require` Node's modules. A dependency may
  // import `createRequire` by that name.
  banner: {
    js: 'import { createRequire as createRequireHere } from "node:module"; const require = createRequireHere(import.meta.url);',
  },
  legalComments: "none",
  logLevel: "error",
} as const satisfies BuildOptions;

/**
 * Bundles the two Lambda functions with the AWS SDK, so that they run the
 * tested version: Lambda's built-in SDK changes without notice and loads slowly
 * from many files at each cold start.
 * @returns the size of each bundle in bytes
 */
export async function buildFunctions({
  folder = FUNCTIONS_FOLDER,
}: { folder?: string } = {}): Promise<Readonly<Record<string, number>>> {
  await buildDist();
  const { metafile } = await build({
    entryPoints: {
      "http/index": join(root, "src/platforms/aws/http.ts"),
      "worker/index": join(root, "src/platforms/aws/worker.ts"),
    },
    outdir: folder,
    metafile: true,
    ...LAMBDA_BUNDLE,
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
