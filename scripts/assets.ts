import { createHash } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeIfChanged } from "./write-if-changed.ts";

/**
 * Served by Cloudflare without running the Worker. The AWS function bundles a
 * copy of `assets/`.
 */
const PUBLIC_FOLDER = join(import.meta.dirname, "../dist/public");
export const ASSETS_FOLDER = join(PUBLIC_FOLDER, "assets");

/**
 * For the assets, whose names contain a hash of their content. For all other
 * responses, `addSecurityHeaders` sets the last two headers.
 */
const HEADERS = `/assets/*
  cache-control: public, max-age=31536000, immutable
  x-content-type-options: nosniff
  strict-transport-security: max-age=31536000
`;

/**
 * Writes a static file under a name that contains its hash, and removes its
 * older versions.
 * @param name e.g. `page.css`, which becomes `page-<hash>.css`
 * @returns the name with the hash
 */
export async function writeAsset(
  name: `${string}.${string}`,
  content: string,
): Promise<string> {
  const [stem = "", extension = ""] = name.split(".");
  const versioned = `${stem}-${hashOf(content)}.${extension}`;
  await Promise.all([
    writeIfChanged(join(PUBLIC_FOLDER, "_headers"), HEADERS),
    writeIfChanged(join(ASSETS_FOLDER, versioned), content),
  ]);
  for (const other of await readdir(ASSETS_FOLDER)) {
    const isOlder =
      other !== versioned &&
      other.startsWith(`${stem}-`) &&
      other.endsWith(`.${extension}`);
    if (isOlder) await rm(join(ASSETS_FOLDER, other), { force: true });
  }
  return versioned;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
