import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { writeIfChanged } from "./write-if-changed.ts";

const root = join(import.meta.dirname, "..");
const sdk = join(root, "node_modules/openai");

/**
 * Bundles the client of OpenAI's SDK into `dist/openai.js`, without most of
 * its API groups (`client.images`, …): the client creates all of them, so no
 * bundler drops them, and Parley calls only that for audio. Deployments get it
 * in place of `openai`, by an alias.
 */
export async function buildOpenAI(): Promise<void> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        export { OpenAI } from "./client.mjs";
        export { AzureOpenAI } from "./azure.mjs";
        export * from "./error.mjs";`,
      resolveDir: sdk,
    },
    bundle: true,
    write: false,
    format: "esm",
    target: "es2024",
    minifySyntax: true,
    charset: "utf8",
    legalComments: "none",
    logLevel: "error",
    plugins: [await leaveGroupsOut()],
  });
  await writeIfChanged(
    join(root, "dist/openai.js"),
    outputFiles[0]?.text ?? "",
  );
}

/** Puts empty classes in the place of all API groups but that for audio. */
async function leaveGroupsOut(): Promise<Plugin> {
  const index = await readFile(join(sdk, "resources/index.mjs"), "utf8");
  const names = [...index.matchAll(/^export \{ (\w+)/gm)].map(
    ([, name = ""]) => name,
  );
  const contents = [...names, "Chat"]
    .map((name) =>
      name === "Audio"
        ? 'export { Audio } from "./resources/audio/audio.mjs";'
        : `export class ${name} {}`,
    )
    .join("\n");
  return {
    name: "leave-groups-out",
    setup(builder) {
      builder.onResolve({ filter: /\/resources\// }, ({ path }) =>
        path.includes("/audio/")
          ? undefined
          : { path: "groups", namespace: "openai" },
      );
      builder.onLoad({ filter: /.*/, namespace: "openai" }, () => ({
        contents,
        resolveDir: sdk,
      }));
    },
  };
}
