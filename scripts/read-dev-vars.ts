import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";

/**
 * Reads the variables in a directory's `.dev.vars`; none if there is no such
 * file.
 */
export async function readDevVars(
  directory: string,
): Promise<Readonly<Record<string, string | undefined>>> {
  return parseEnv(await readOptionalFile(join(directory, ".dev.vars")));
}

async function readOptionalFile(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return "";
    throw error;
  }
}
