import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { unstable_readConfig } from "wrangler";
import type { ParleyProcess } from "../faults/parley-process.ts";
import { install } from "../faults/workerd.ts";
import { findFreePort } from "../stubs/find-free-port.ts";
import { DEVELOPMENT_KEY } from "./development-key.ts";
import { cpuOfWorkerd, type WranglerDev } from "./wrangler-dev.ts";

/** Starts a Worker built for development directly in workerd. */
export async function startBuiltWorker(
  built: string,
  variables: Readonly<Record<string, string>>,
): Promise<WranglerDev> {
  const folder = mkdtempSync(join(tmpdir(), "parley-"));
  copyFileSync(join(built, "worker.js"), join(folder, "worker.js"));
  const port = await findFreePort();
  const { vars } = unstable_readConfig({ config: "wrangler.toml" });
  const installation = install({
    folder,
    port,
    assets: resolve("dist/public"),
    variables: {
      ...(vars as Record<string, string>),
      DEVELOPMENT_TOKEN: DEVELOPMENT_KEY,
      NO_COLOR: "1",
      ...variables,
    },
  });
  const ended: string[] = [];
  let running: ParleyProcess | undefined = await installation.start();

  const kill = async (): Promise<void> => {
    const process = running;
    if (process === undefined) return;
    running = undefined;
    await process.kill();
    ended.push(process.log());
  };
  return {
    url: `http://localhost:${port}`,
    log: () => [...ended, running?.log() ?? ""].join("\n"),
    kill,
    async restart() {
      running = await installation.start();
    },
    cpuMs: () => cpuOfWorkerd(running?.pid ?? 0),
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
