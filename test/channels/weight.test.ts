import { globSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import { CHANNEL_CATALOGUE } from "../../src/channels/channel-catalogue.ts";

const MAX_BYTES = 15 * 1_024;
/** Loaded by the rest of Parley anyway, grammY by `/setup`. */
const SHARED = [
  "zod",
  "markdown-it*",
  "entities",
  "hono",
  "grammy/web",
  "node:*",
];

const FILES = CHANNEL_CATALOGUE.map(({ name }) => ({
  name,
  file: globSync(`src/channels/*/${name}-channel.ts`)[0] ?? name,
}));

/** Size as deployed: minified and compressed. */
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

  it("is not evaluated at every start", async () => {
    const evaluated = await evaluatedWith("src/channels/channel-catalogue.ts");
    expect(evaluated.length).toBeGreaterThan(FILES.length);
    for (const { file } of FILES) expect(evaluated).not.toContain(file);
  });

  it.each(FILES)(
    "loads no Markdown parser at its start: $name",
    async ({ file }) => {
      const evaluated = await evaluatedWith(file);
      expect(evaluated).toContain("src/types/errors.ts");
      expect(evaluated).not.toContain("src/document/parse-document.ts");
    },
  );
});

/**
 * Files and packages evaluated with that file: its static imports,
 * transitively.
 */
async function evaluatedWith(file: string): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [file],
    bundle: true,
    format: "esm",
    packages: "external",
    metafile: true,
    write: false,
  });
  const evaluated = new Set([file]);
  for (const one of evaluated)
    for (const { path, kind } of metafile.inputs[one]?.imports ?? [])
      if (kind === "import-statement") evaluated.add(path);
  return [...evaluated];
}
