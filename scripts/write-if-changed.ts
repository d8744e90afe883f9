import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Writes a build output, atomically; does not touch an unchanged file, since
 * wrangler watches it.
 */
export async function writeIfChanged(
  file: string,
  text: string,
): Promise<void> {
  const before = await readFile(file, "utf8").catch(() => undefined);
  if (before === text) return;
  await mkdir(dirname(file), { recursive: true });
  // A rename, so that a concurrent build or start never reads half a file.
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, text);
  await rename(draft, file);
}
