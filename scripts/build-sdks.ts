import { join } from "node:path";
import { build } from "esbuild";
import { writeIfChanged } from "./write-if-changed.ts";

const root = join(import.meta.dirname, "..");

/** By the names of their bundles in `dist/`. */
const ENTRIES = {
  "mcp-sdk": "src/tools/mcp/sdk.ts",
};

/**
 * Bundles what Parley needs of SDKs that most deployments do without into `dist/`, to be imported with their first use. By
 * themselves and with a zod of their own: in one bundle with the Worker, esbuild would put off the zod that both share until
 * then, and the Worker's own schemas need it at the start; and it would leave nothing out of a package that is put off.
 */
export async function buildSdks(): Promise<void> {
  await Promise.all(
    Object.entries(ENTRIES).map(([name, entry]) => buildSdk(name, entry)),
  );
}

async function buildSdk(name: string, entry: string): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [join(root, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    // The variants for Workers need no `eval` and nothing of Node; they run there, too.
    conditions: ["workerd"],
    legalComments: "none",
    logLevel: "error",
  });
  const [output] = outputFiles;
  if (output === undefined)
    throw new Error(`esbuild made nothing of ${entry}.`);
  await writeIfChanged(join(root, `dist/${name}.js`), output.text);
  await writeIfChanged(
    join(root, `dist/${name}.d.ts`),
    `export * from "../${entry}";\n`,
  );
}
