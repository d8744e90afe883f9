import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type {
  Installation,
  ParleyProcess,
} from "../../test/faults/parley-process.ts";
import { findFreePort } from "../../test/stubs/find-free-port.ts";
import { connectInspector } from "./inspector.ts";

/**
 * V8's profile: sampled nodes, and the time between samples in microseconds.
 */
const Profile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({
        functionName: z.string(),
        url: z.string(),
        lineNumber: z.number(),
      }),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});

/**
 * Sampling interval. After a longer gap, workerd was waiting for network or
 * disk.
 */
const INTERVAL_US = 200;

/** Number of modules shown. */
const SHOWN = 25;

/**
 * Runs a Worker under V8's sampling profiler and sums its self time by module:
 * the bundle's sources as named in esbuild's comments. Excludes idle time; the
 * profiler does not see workerd's native code (HTTP, SQLite).
 */
export async function profileModules({
  folder,
  install,
  work,
  perUnit,
}: {
  folder: string;
  install: (flags: readonly string[]) => Installation;
  work: (worker: ParleyProcess) => Promise<void>;
  /** Divisor of the sums. */
  perUnit: number;
}): Promise<readonly { module: string; "µs each": number; share: string }[]> {
  const port = await findFreePort();
  const worker = await install([`--inspector-addr=127.0.0.1:${port}`]).start();
  try {
    await work(worker);
    const inspector = await connectInspector(port);
    await inspector.send("Profiler.enable");
    const interval = INTERVAL_US;
    await inspector.send("Profiler.setSamplingInterval", { interval });
    await inspector.send("Profiler.start");
    await work(worker);
    const stopped = await inspector.send("Profiler.stop");
    inspector.close();
    const { profile } = z.object({ profile: Profile }).parse(stopped);
    return sumUp(profile, { folder, perUnit });
  } finally {
    await worker.kill();
  }
}

function sumUp(
  { nodes, samples, timeDeltas }: z.infer<typeof Profile>,
  { folder, perUnit }: { folder: string; perUnit: number },
) {
  const moduleAt = readModules(readFileSync(join(folder, "worker.js"), "utf8"));
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
      id,
      url.endsWith("worker.js") ? moduleAt(lineNumber) : functionName,
    ]),
  );
  const sums = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const name = names.get(id) ?? "";
    if (name === "(idle)") continue;
    const time = Math.min(timeDeltas[index] ?? 0, 2 * INTERVAL_US);
    sums.set(name, (sums.get(name) ?? 0) + time);
  }
  const total = [...sums.values()].reduce((sum, one) => sum + one, 0);
  const rows = [...sums, ["(all)", total] as const]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, SHOWN);
  return rows.map(([module, time]) => ({
    module,
    "µs each": Math.round(time / perUnit),
    share: `${((100 * time) / total).toFixed(1)} %`,
  }));
}

/** esbuild writes `// src/http/app.ts` before a module's code. */
function readModules(bundle: string): (line: number) => string {
  let module = "";
  const modules = bundle.split("\n").map((line) => {
    module = /^\/\/ ((?:\S+\/)*\S+\.m?[jt]s)$/.exec(line)?.[1] ?? module;
    return module;
  });
  return (line) => modules[line] ?? "";
}
