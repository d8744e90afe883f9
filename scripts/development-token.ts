import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  developmentSecret,
  isDevelopmentToken,
} from "../src/config/development.ts";

/** In the checkout; ignored by Git, readable only by its owner. */
export const TOKEN_FILE = ".development-token";

const BYTES = 20;

/**
 * Returns the checkout's token, which opens `npm run dev` and `npm run
 * dev:aws`; creates it if it does not exist. Concurrent callers get the same
 * token. Throws an error to show to the developer if the file holds something
 * else.
 */
export async function ensureDevelopmentToken(
  directory: string,
): Promise<string> {
  const file = join(directory, TOKEN_FILE);
  const known = await readToken(file);
  if (known !== undefined) return known;
  const token = randomBytes(BYTES).toString("hex");
  const draft = `${file}.${token.slice(0, 8)}`;
  await writeFile(draft, `${token}\n`, { mode: 0o600, flag: "wx" });
  try {
    // Atomic: fails if another process was faster, and no reader sees half a
    // file.
    await link(draft, file);
    return token;
  } catch (error) {
    if (!isFileError(error, "EEXIST")) throw error;
    return ensureDevelopmentToken(directory);
  } finally {
    await rm(draft);
  }
}

async function readToken(file: string): Promise<string | undefined> {
  try {
    const token = (await readFile(file, "utf8")).trim();
    if (isDevelopmentToken(token)) return token;
    throw new Error(
      `${file} does not contain a development token. Delete it: the next start creates a new one.`,
    );
  } catch (error) {
    if (isFileError(error, "ENOENT")) return undefined;
    throw error;
  }
}

function isFileError(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/**
 * The lines that tell a developer how to use the Parley that has just started.
 */
export async function describeAccess({
  url,
  token,
}: {
  /** Without a trailing slash. */
  url: string;
  token: string;
}): Promise<string> {
  const { secret } = await developmentSecret(token);
  return [
    `  page      ${url}/?token=${token}`,
    `  setup     ${url}/setup#token=${token} (shows what works, and what to do next)`,
    `  console   ${url}/console#token=${token} (conversations and usage)`,
    `  API key   ${token} (npm run --silent key)`,
    `  secret    ${secret} (for signatures: npm run --silent key -- --signing-secret)`,
    "They belong to this checkout and work in development only.",
  ].join("\n");
}
