import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { unstable_readConfig } from "wrangler";
import { eventually, temporaryFilesIn } from "../../test/e2e/wrangler-dev.ts";
import { findFreePort } from "../../test/stubs/find-free-port.ts";
import { variablesFor, type Servers, type WorkerName } from "./scene.ts";

const ROOT = resolve(import.meta.dirname, "../..");

interface Dev {
  readonly url: string;
  /**
   * Process id of the workerd that runs the Worker. `wrangler dev` has a second
   * one for its proxy.
   */
  findPid(): number;
  close(): Promise<void>;
}

/**
 * Starts a Worker under `wrangler dev`, which bundles it: Parley with the
 * repository's `wrangler.toml`, or the floor. Deletes its data on close.
 */
export async function startDev(
  name: WorkerName,
  servers: Servers,
): Promise<Dev> {
  const folder = mkdtempSync(join(tmpdir(), "parley-dev-"));
  const port = await findFreePort();
  const data = join(folder, "data");
  const child = spawn(
    process.execPath,
    [
      createRequire(import.meta.url).resolve("wrangler"),
      "dev",
      `--config=${name === "parley" ? "wrangler.toml" : writeConfig(folder)}`,
      `--port=${port}`,
      `--persist-to=${data}`,
      "--inspector-port=0",
      "--env-file=/dev/null",
      "--show-interactive-dev-session=false",
      ...Object.entries(variablesFor(name, servers)).map(
        ([variable, value]) => `--var=${variable}:${value}`,
      ),
    ],
    {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
      env: { ...process.env, ...temporaryFilesIn(folder) },
    },
  );
  let log = "";
  const remember = (chunk: Buffer) => void (log += chunk.toString());
  child.stdout.on("data", remember);
  child.stderr.on("data", remember);
  await eventually(
    "`wrangler dev`",
    () => {
      if (child.exitCode !== null) throw new Error(log);
      return log.includes("Ready on") || undefined;
    },
    { timeoutMs: 60_000 },
  );
  return {
    url: `http://localhost:${port}`,
    findPid: () => findWorkerd(data),
    async close() {
      const exited = once(child, "exit");
      process.kill(-(child.pid ?? 0), "SIGKILL");
      await exited;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function writeConfig(folder: string): string {
  const { compatibility_date } = unstable_readConfig({
    config: join(ROOT, "wrangler.toml"),
  });
  const classes = {
    CONVERSATION: "ConversationObject",
    COUNTERS: "CountersObject",
  };
  const config = {
    name: "floor",
    main: join(ROOT, "bench/workerd/floor.ts"),
    compatibility_date,
    durable_objects: {
      bindings: Object.entries(classes).map(([binding, class_name]) => ({
        name: binding,
        class_name,
      })),
    },
    migrations: [{ tag: "v1", new_sqlite_classes: Object.values(classes) }],
  };
  const path = join(folder, "wrangler.json");
  writeFileSync(path, JSON.stringify(config));
  return path;
}

/** Finds the workerd with open files in the folder. */
function findWorkerd(folder: string): number {
  const found = readdirSync("/proc").find((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/comm`, "utf8");
      const files = `/proc/${pid}/fd`;
      return (
        command === "workerd\n" &&
        readdirSync(files).some((file) =>
          readlinkSync(join(files, file)).startsWith(folder),
        )
      );
    } catch {
      // Processes of other users, or just ended.
      return false;
    }
  });
  if (found === undefined) throw new Error("There is no workerd.");
  return Number(found);
}
