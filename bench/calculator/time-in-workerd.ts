import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { ParleyProcess } from "../../test/faults/parley-process.ts";
import { install } from "../../test/faults/workerd.ts";

/** CPU time of all of workerd's threads. */
export interface Times {
  /** A request that loads the calculator and calculates once; the median. */
  readonly firstMs: number;
  /** A calculation when all inputs have been calculated before. */
  readonly warmMicroseconds: number;
}

const STARTS = 9;
const ROUNDS = 10;

/** What a calculation costs a Worker that does nothing else. */
export async function timeInWorkerd(
  inputs: readonly string[],
  module = fileURLToPath(import.meta.resolve("../../dist/calculator.js")),
): Promise<Times> {
  const folder = mkdtempSync(join(tmpdir(), "parley-calculator-"));
  try {
    await build({
      stdin: { contents: createWorker(module), resolveDir: folder },
      outfile: join(folder, "worker.js"),
      bundle: true,
      minify: true,
      format: "esm",
    });
    const installation = install({ folder, variables: {}, objects: [] });
    const first: number[] = [];
    for (let start = 0; start < STARTS; start++) {
      const server = await installation.start();
      // The first request, apart from the calculator.
      await ask(server, []);
      first.push(await ask(server, ["12.5% of 80.16 * 3"]));
      await server.kill();
    }
    const server = await installation.start();
    for (let round = 0; round < ROUNDS; round++) await ask(server, inputs);
    const warm: number[] = [];
    for (let round = 0; round < ROUNDS; round++)
      warm.push(await ask(server, inputs));
    await server.kill();
    return {
      firstMs: median(first),
      warmMicroseconds: (median(warm) / inputs.length) * 1_000,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function createWorker(module: string): string {
  return `export default {
    async fetch(request) {
      const inputs = await request.json();
      if (inputs.length > 0) {
        const { calculate } = await import(${JSON.stringify(module)});
        for (const input of inputs) calculate(input);
      }
      return new Response();
    },
  };`;
}

/** Returns the milliseconds of CPU that a request took. */
async function ask(
  { url, pid }: ParleyProcess,
  inputs: readonly string[],
): Promise<number> {
  const before = cpuMs(pid);
  const response = await fetch(url, {
    method: "POST",
    body: JSON.stringify(inputs),
  });
  await response.arrayBuffer();
  return cpuMs(pid) - before;
}

/** In nanoseconds, unlike the ticks of a process's own time. */
function cpuMs(pid: number): number {
  const folder = `/proc/${pid}/task`;
  const threads = readdirSync(folder).map((thread) =>
    Number(readFileSync(`${folder}/${thread}/schedstat`, "utf8").split(" ")[0]),
  );
  return threads.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6;
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? 0;
}
