import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import * as zod from "zod/v4";
import { writeIfChanged } from "./write-if-changed.ts";

const root = join(import.meta.dirname, "..");

/**
 * Bundles what Parley needs of the MCP SDK into `dist/mcp-sdk.js`, as a function that evaluates it. Most deployments never call it.
 * An `import()` would not do: in one bundle with the Worker, esbuild puts off whatever both use until then, and the Worker needs
 * zod at its start. So the function takes its zod from the module that it is in, of which there is one copy.
 */
export async function buildMcpSdk(): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [join(root, "src/tools/mcp/sdk.ts")],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    globalName: "sdk",
    target: "es2022",
    alias: {
      "@modelcontextprotocol/client/_shims": join(
        root,
        "src/tools/mcp/sdk-shims.ts",
      ),
    },
    plugins: [zodOfModule, withoutLogins],
    legalComments: "none",
    logLevel: "error",
  });
  const [output] = outputFiles;
  if (output === undefined) throw new Error("esbuild made nothing of the SDK.");
  const { text } = output;
  const used = Object.keys(zod).filter((name) =>
    new RegExp(`\\bzod_${name}\\b`).test(text),
  );
  const imports = used.map((name) => `${name} as zod_${name}`).join(", ");
  await writeIfChanged(
    join(root, "dist/mcp-sdk.js"),
    `import { ${imports} } from "zod/v4";\nexport function evaluateSdk() {\n${text}return sdk;\n}\n`,
  );
  await writeIfChanged(
    join(root, "dist/mcp-sdk.d.ts"),
    `export function evaluateSdk(): typeof import("../src/tools/mcp/sdk.ts");\n`,
  );
}

/** Has zod's functions come from identifiers (`zod_object`). Those that are not used are left out. */
const zodOfModule: Plugin = {
  name: "zod-of-module",
  setup(builder) {
    builder.onResolve({ filter: /^zod\/v4$/ }, ({ path }) => ({
      path,
      namespace: "zod-of-module",
    }));
    builder.onLoad({ filter: /.*/, namespace: "zod-of-module" }, () => ({
      contents: Object.keys(zod)
        .map(
          (name) =>
            `const _${name} = /* @__PURE__ */ (() => zod_${name})(); export { _${name} as ${name} };`,
        )
        .join("\n"),
    }));
  },
};

/**
 * Leaves out how the SDK logs people in (OAuth), which it does for those who pass an `authProvider`. Parley has a server's token, or
 * none.
 */
const withoutLogins: Plugin = {
  name: "without-logins",
  setup(builder) {
    const start = "async function auth(provider, options) {";
    builder.onLoad(
      { filter: /client\/dist\/public-\w+\.mjs$/ },
      async ({ path }) => {
        const source = await readFile(path, "utf8");
        if (!source.includes(start))
          throw new Error(`The MCP SDK has no more ${start}: see ${path}.`);
        return {
          contents: source.replace(
            start,
            `async function auth() { throw new Error("Parley logs nobody in."); }\nasync function unusedAuth(provider, options) {`,
          ),
        };
      },
    );
  },
};
