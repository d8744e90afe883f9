import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Packages that trying Parley out does without, each installed on first use: AWS's, those of rare tests and benchmarks, what checks the
 * code. They share the lock file of the root; `workspaces=false` in `.npmrc` keeps `npm ci` from installing them.
 */
export const WORKSPACES = [
  "infra",
  "scripts",
  "test",
  "test/typed-client",
] as const;

export type Workspace = (typeof WORKSPACES)[number];

/** Whether everything the workspace names is installed, in the versions it names. */
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

/** Without anything where there is none. */
function readPackage(folder: string): Package {
  try {
    const text = readFileSync(join(folder, "package.json"), "utf8");
    return JSON.parse(text) as Package;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}
