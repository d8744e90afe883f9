import { globSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { CHANNEL_CATALOGUE } from "../../src/channels/channel-catalogue.ts";
import { beforeAll, describe, expect, it } from "vitest";

const MAX_BYTES = 15 * 1_024;
/** That the rest of Parley has anyway. */
const SHARED = ["zod", "marked", "entities", "hono", "node:*"];

const FILES = CHANNEL_CATALOGUE.map(({ name }) => ({
  name,
  file: globSync(`src/channels/*/${name}-channel.ts`)[0] ?? name,
}));

/** As it is deployed: minified and compressed. */
async function measure(files: readonly string[]): Promise<number> {
  const lines = files.map(
    (file, index) => `export * as part${index} from "./${file}";`,
  );
  const { outputFiles } = await build({
    stdin: { contents: lines.join("\n"), resolveDir: process.cwd() },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    external: SHARED,
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? "").length;
}

describe("a channel", () => {
  let all: number;
  beforeAll(async () => {
    all = await measure(FILES.map(({ file }) => file));
  });

  it.each(FILES)(
    "adds at most 15 KiB (gzip) to the script: $name",
    async ({ file }) => {
      const others = FILES.map((one) => one.file).filter((one) => one !== file);
      const added = all - (await measure(others));
      expect(added).toBeGreaterThan(0);
      expect(added).toBeLessThanOrEqual(MAX_BYTES);
    },
  );

  it("is not part of what every start evaluates", async () => {
    const { metafile } = await build({
      entryPoints: ["src/channels/channel-catalogue.ts"],
      bundle: true,
      splitting: true,
      format: "esm",
      outdir: "unused",
      packages: "external",
      metafile: true,
      write: false,
    });
    const start = Object.values(metafile.outputs).find(({ entryPoint }) =>
      entryPoint?.endsWith("channel-catalogue.ts"),
    );
    const evaluated = Object.keys(start?.inputs ?? {});
    expect(evaluated.length).toBeGreaterThan(FILES.length);
    for (const { file } of FILES) expect(evaluated).not.toContain(file);
  });
});
