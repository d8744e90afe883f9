import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** A file that the build has left for the platforms to serve. */
export function readBuiltAsset(name: string): Promise<string> {
  const folder = join(import.meta.dirname, "../../dist/public/assets");
  return readFile(join(folder, name), "utf8");
}
