import { join } from "node:path";
import { build } from "esbuild";
import { writeIfChanged } from "./write-if-changed.ts";

const root = join(import.meta.dirname, "..");

/**
 * Bundles what Parley needs of the MCP SDK into `dist/mcp-sdk.js`, to be imported when the first server is asked. By
 * itself and with a zod of its own: in one bundle with the Worker, esbuild would put off the zod that both share until
 * then, and the Worker's own schemas need it at the start.
 */
export async function buildMcpSdk(): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [join(root, "src/tools/mcp/sdk.ts")],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    // The variant for Workers validates without `eval`; it runs in Node, too.
    conditions: ["workerd"],
    legalComments: "none",
    logLevel: "error",
  });
  const [output] = outputFiles;
  if (output === undefined) throw new Error("esbuild made nothing of the SDK");
  await writeIfChanged(join(root, "dist/mcp-sdk.js"), output.text);
  await writeIfChanged(
    join(root, "dist/mcp-sdk.d.ts"),
    'export * from "../src/tools/mcp/sdk.ts";\n',
  );
}
