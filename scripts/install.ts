import { spawnSync } from "node:child_process";
import { isInstalled, WORKSPACES } from "./workspaces.ts";

/**
 * `node scripts/install.ts [--if-possible] [WORKSPACE…]`: installs the missing
 * ones of these workspaces, or of all. Exits with 1 if that fails; with
 * `--if-possible` it only prints the failure and exits with 0, and the tests
 * that need them are skipped.
 */
const given = process.argv.slice(2);
const mayFail = given.includes("--if-possible");
const names = given.filter((argument) => !argument.startsWith("--"));
const unknown = names.filter((name) => !WORKSPACES.some((own) => own === name));
if (unknown.length > 0) {
  console.error(
    `There is no workspace ${unknown.join(", ")}. Choose from ${WORKSPACES.join(", ")}.`,
  );
  process.exit(1);
}

const missing = WORKSPACES.filter(
  (name) => (names.length === 0 || names.includes(name)) && !isInstalled(name),
);
if (missing.length > 0) {
  console.error(`Installing what ${missing.join(", ")} needs`);
  const { status } = spawnSync(
    "npm",
    [
      "install",
      "--workspaces=true",
      ...missing.flatMap((name) => ["--workspace", name]),
      "--no-save",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      // Fail within seconds if there is no network.
      "--fetch-retries=1",
      "--fetch-retry-mintimeout=1000",
    ],
    {
      cwd: `${import.meta.dirname}/..`,
      stdio: ["ignore", "ignore", "inherit"],
      shell: process.platform === "win32",
    },
  );
  if (status !== 0) {
    console.error(
      `npm could not install what ${missing.join(", ")} needs; its reason is above.`,
    );
    process.exitCode = mayFail ? 0 : 1;
  }
}
