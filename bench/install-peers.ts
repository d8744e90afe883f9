import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(import.meta.resolve("./peers/"));

/** Fail within seconds if there is no network. */
const FLAGS = [
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--loglevel=error",
  "--fetch-retries=1",
  "--fetch-retry-mintimeout=1000",
];

/**
 * Installs the packages that Parley is compared with, on first use and if the
 * lockfile is newer; logs to stderr. Returns `false` if that fails (e.g.
 * offline): then print only Parley's rows.
 */
export async function installPeers(): Promise<boolean> {
  if (await isInstalled()) return true;
  console.error("Installing the peers to compare with (npm ci in bench/peers)");
  const npm = spawn("npm", ["ci", ...FLAGS], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  const exitCode = await once(npm, "close").then(
    ([code]: unknown[]) => code,
    () => undefined,
  );
  if (exitCode === 0) return true;
  console.error(
    "The peers are missing: npm ci in bench/peers failed. Only Parley's own rows follow.",
  );
  return false;
}

/** npm writes the hidden lockfile at the end of an installation. */
async function isInstalled(): Promise<boolean> {
  const [installed, locked] = await Promise.all([
    modifiedAt(`${folder}node_modules/.package-lock.json`),
    modifiedAt(`${folder}package-lock.json`),
  ]);
  return installed !== undefined && installed >= (locked ?? 0);
}

async function modifiedAt(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}
