import { execFile, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { unstable_readConfig } from "wrangler";
import * as z from "zod";
import { FAULT_VARIABLE } from "./inside-fault.ts";
import { watchProcess, type Installation } from "./parley-process.ts";

/**
 * Memory limit of a Worker on Cloudflare; here all objects share it. A process
 * that exceeds it dies.
 */
const MAX_HEAP_MB = 128;

/**
 * Builds a Worker as a deploy does, but for development, with the repository's
 * `wrangler.toml`, into `worker.js` in the folder.
 */
export async function buildWorker(
  main: string,
  folder: string,
  { minify = true }: { minify?: boolean } = {},
): Promise<void> {
  const wrangler = "node_modules/wrangler/bin/wrangler.js";
  const options = ["--dry-run", "--outdir", folder];
  const development = ["--define", "BUILT_FOR_DEVELOPMENT:true"];
  const run = promisify(execFile);
  await run(process.execPath, [
    wrangler,
    "deploy",
    main,
    ...options,
    ...development,
    ...(minify ? [] : ["--no-minify"]),
  ]);
}

/**
 * Prepares a folder with a built Worker to be started directly in the workerd
 * binary of `wrangler dev`: it starts fast, and no proxy hides its death.
 * Durable Objects keep their SQLite files and alarms in the folder, as under
 * `wrangler dev`.
 */
export function install({
  folder,
  variables,
  objects,
  assets,
  port = 0,
  flags = [],
}: {
  folder: string;
  variables: Readonly<Record<string, string>>;
  /**
   * The Worker's Durable Object bindings; by default those of `wrangler.toml`.
   */
  objects?: readonly string[];
  /** Absolute path of the folder that the binding `ASSETS` reads. */
  assets?: string;
  /** 0: any that is free. */
  port?: number;
  /** Additional workerd flags, e.g. `--inspector-addr`. */
  flags?: readonly string[];
}): Installation {
  const data = resolve(folder, "data");
  mkdirSync(data);
  const names = [...Object.keys(variables), FAULT_VARIABLE];
  const config = join(folder, "config.capnp");
  writeFileSync(config, writeConfig({ names, data, objects, assets }));

  return {
    async start(fault, otherVariables = {}) {
      for (const name of Object.keys(otherVariables))
        if (!names.includes(name))
          throw new Error(`The Worker was not given ${name}.`);
      const child = spawn(
        binary(),
        [
          "serve",
          config,
          "--control-fd=3",
          `--socket-addr=http=127.0.0.1:${port}`,
          ...flags,
        ],
        {
          stdio: ["ignore", "pipe", "pipe", "pipe"],
          env: {
            ...variables,
            ...otherVariables,
            [FAULT_VARIABLE]: fault === undefined ? "" : JSON.stringify(fault),
          },
        },
      );
      return watchProcess(child);
    },
  };
}

/** Wrangler's workerd binary. */
function binary(): string {
  const wrangler = createRequire(import.meta.url).resolve("wrangler");
  return createRequire(wrangler).resolve("workerd/bin/workerd");
}

/** For the suite's `AsyncLocalStorage`. */
const MORE_FLAGS = ["nodejs_als"];

const WranglerConfig = z.object({
  compatibility_date: z.string(),
  compatibility_flags: z.array(z.string()),
  durable_objects: z.object({
    bindings: z.array(z.object({ name: z.string(), class_name: z.string() })),
  }),
});

function writeConfig({
  names,
  data,
  objects,
  assets,
}: {
  names: readonly string[];
  data: string;
  objects: readonly string[] | undefined;
  assets: string | undefined;
}): string {
  const { compatibility_date, compatibility_flags, durable_objects } =
    WranglerConfig.parse(unstable_readConfig({ config: "wrangler.toml" }));
  const text = JSON.stringify;
  const bindings = durable_objects.bindings.filter(
    ({ name }) => objects?.includes(name) ?? true,
  );
  const classes = bindings.map(({ name, class_name }) => ({
    binding: `(name = ${text(name)}, durableObjectNamespace = ${text(class_name)})`,
    namespace: `(className = ${text(class_name)}, uniqueKey = ${text(class_name)}, enableSql = true)`,
  }));
  const variables = names.map(
    (name) => `(name = ${text(name)}, fromEnvironment = ${text(name)})`,
  );
  const assetsBinding =
    assets === undefined ? [] : [`(name = "ASSETS", service = "assets")`];
  const assetsService =
    assets === undefined
      ? ""
      : `
    (name = "assets", disk = (path = ${text(assets)})),`;
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "worker", worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = ${text(compatibility_date)},
      compatibilityFlags = ${text([...compatibility_flags, ...MORE_FLAGS])},
      bindings = [${[...variables, ...classes.map(({ binding }) => binding), ...assetsBinding].join(", ")}],
      durableObjectNamespaces = [${classes.map(({ namespace }) => namespace).join(", ")}],
      durableObjectStorage = (localDisk = "data"),
      globalOutbound = "network"
    )),
    (name = "network", network = (allow = ["public", "private"])),
    (name = "data", disk = (path = ${text(data)}, writable = true)),${assetsService}
  ],
  v8Flags = ["--max-heap-size=${MAX_HEAP_MB}"],
  sockets = [(name = "http", http = (), service = "worker")]
);
`;
}
