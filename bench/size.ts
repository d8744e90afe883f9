import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import * as z from "zod";

/**
 * Breaks down the size of the script uploaded to Cloudflare, built and minified
 * as by `wrangler deploy`. The last column distributes the script's gzip size
 * by minified size; a single part compresses slightly better or worse.
 */
const SHOWN = 24;

/** esbuild's metafile: https://esbuild.github.io/api/#metafile */
const Metafile = z.object({
  outputs: z.record(
    z.string(),
    z.object({
      inputs: z.record(z.string(), z.object({ bytesInOutput: z.number() })),
    }),
  ),
});

const folder = mkdtempSync(join(tmpdir(), "parley-size-"));
try {
  const metafile = join(folder, "meta.json");
  await promisify(execFile)(process.execPath, [
    "node_modules/wrangler/bin/wrangler.js",
    "deploy",
    "--dry-run",
    "--outdir",
    folder,
    "--metafile",
    metafile,
  ]);
  const script = readFileSync(join(folder, "worker.js"));
  const { outputs } = Metafile.parse(
    JSON.parse(readFileSync(metafile, "utf8")),
  );
  const [, written] =
    Object.entries(outputs).find(([path]) => path.endsWith(".js")) ?? [];
  const parts = new Map<string, number>();
  for (const [path, { bytesInOutput }] of Object.entries(written?.inputs ?? {}))
    parts.set(partOf(path), (parts.get(partOf(path)) ?? 0) + bytesInOutput);
  const packedShare = gzipSync(script).length / script.length;
  const rows = [...parts, ["(all)", script.length] as const]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, SHOWN);
  console.table(
    rows.map(([part, bytes]) => ({
      part,
      "KiB minified": toKiB(bytes),
      "KiB gzip": toKiB(bytes * packedShare),
    })),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Returns e.g. `zod`, `src/agent/reading`, `dist/page.ts`. */
function partOf(path: string): string {
  const [, inPackages] =
    /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  return inPackages ?? path.split("/").slice(0, 3).join("/");
}

function toKiB(bytes: number): number {
  return Math.round(bytes / 102.4) / 10;
}
