import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Packages that Parley runs without, each installed on first use: for AWS, for
 * rare tests and benchmarks, for checking code. They share the root's lockfile;
 * `workspaces=false` in `.npmrc` excludes them from `npm ci`.
 */
export const WORKSPACES = [
  "infra",
  "scripts",
  "test",
  "test/typed-client",
] as const;

export type Workspace = (typeof WORKSPACES)[number];

/**
 * Whether all dependencies of a workspace are installed, in exactly the
 * versions it pins.
 */
export function isInstalled(
  workspace: Workspace,
  { root = join(import.meta.dirname, "..") }: { root?: string } = {},
): boolean {
  const { dependencies = {}, devDependencies = {} } = readPackage(
    join(root, workspace),
  );
  return Object.entries({ ...dependencies, ...devDependencies }).every(
    ([name, version]) =>
      [workspace, "."].some(
        (folder) =>
          readPackage(join(root, folder, "node_modules", name)).version ===
          version,
      ),
  );
}

interface Package {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Empty if there is no `package.json`. */
function readPackage(folder: string): Package {
  try {
    const text = readFileSync(join(folder, "package.json"), "utf8");
    return JSON.parse(text) as Package;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}
