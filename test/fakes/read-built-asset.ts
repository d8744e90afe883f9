import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Reads a static asset from the build's output. */
export function readBuiltAsset(name: string): Promise<string> {
  const folder = join(import.meta.dirname, "../../dist/public/assets");
  return readFile(join(folder, name), "utf8");
}
