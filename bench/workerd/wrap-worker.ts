import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { build, type BuildOptions } from "esbuild";

/**
 * Wraps the built Worker in a folder. Returns the wrapped Worker's folder,
 * inside it.
 * @param wrapper path of a module that exports `wrapHandler` and `wrapObject`
 */
export async function wrapWorker({
  folder,
  wrapper,
}: {
  folder: string;
  wrapper: string;
}): Promise<string> {
  const options = {
    bundle: true,
    format: "esm",
    external: ["cloudflare:*", "node:*"],
    logLevel: "error",
    metafile: true,
  } satisfies BuildOptions;
  const built = join(folder, "worker.js");
  const { metafile } = await build({
    ...options,
    entryPoints: [built],
    write: false,
  });
  const exports = Object.values(metafile.outputs).flatMap((one) => one.exports);
  const objects = exports.filter((name) => name !== "default");
  const from = (path: string): string => `from ${JSON.stringify(path)};`;
  const outdir = mkdtempSync(join(folder, "wrapped-"));
  await build({
    ...options,
    stdin: {
      contents: [
        // First, so that it can wrap globals that the Worker captures at
        // startup.
        `import { wrapHandler, wrapObject } ${from(wrapper)}`,
        `import * as worker ${from(built)}`,
        "export default wrapHandler(worker.default);",
        ...objects.map(
          (name) => `export const ${name} = wrapObject(worker.${name});`,
        ),
      ].join("\n"),
      resolveDir: folder,
    },
    outfile: join(outdir, "worker.js"),
  });
  return outdir;
}
