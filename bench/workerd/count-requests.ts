import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { build, type BuildOptions } from "esbuild";
import { startTelegramServer } from "../../test/stubs/telegram-server.ts";
import { COUNTS_PATH, type Counts } from "./counting.ts";
import { ask, installWorker, type WorkerName } from "./scene.ts";

const CHATS = 10;
const MESSAGES_EACH = 4;

/**
 * What a message is billed for next to CPU, and what it waits for: by a built Worker that counts (`counting.ts`), after the first
 * message of each chat, which also makes tables.
 * @param folder of the built Worker
 */
export async function countRequests(
  name: WorkerName,
  {
    folder,
    modelUrl,
    answer,
  }: {
    folder: string;
    modelUrl: string;
    answer: string;
  },
): Promise<Counts> {
  const telegram = await startTelegramServer();
  const worker = await installWorker(name, {
    folder: await buildCounting(folder),
    modelUrl,
    telegram,
  }).start();
  const takeCounts = async (): Promise<Counts> => {
    const response = await fetch(worker.url + COUNTS_PATH);
    return response.json() as Promise<Counts>;
  };
  const askAll = async (): Promise<void> => {
    for (let chat = 1; chat <= CHATS; chat++)
      await ask(worker, { telegram, chat, answer });
  };
  try {
    await askAll();
    await takeCounts();
    for (let message = 0; message < MESSAGES_EACH; message++) await askAll();
    const counts = Object.entries(await takeCounts());
    const each = counts.map(([of, count]) => [
      of,
      Math.round((count / CHATS / MESSAGES_EACH) * 100) / 100,
    ]);
    return Object.fromEntries(each);
  } finally {
    await worker.kill();
    await telegram.close();
  }
}

/** Wraps the built Worker. Returns the folder. */
async function buildCounting(folder: string): Promise<string> {
  const options = {
    bundle: true,
    format: "esm",
    external: ["cloudflare:*", "node:*"],
    logLevel: "error",
    metafile: true,
  } satisfies BuildOptions;
  const built = join(folder, "worker.js");
  const { metafile } = await build({
    ...options,
    entryPoints: [built],
    write: false,
  });
  const exports = Object.values(metafile.outputs).flatMap((one) => one.exports);
  const objects = exports.filter((name) => name !== "default");
  const from = (path: string): string => `from ${JSON.stringify(path)};`;
  const outdir = join(folder, "counting");
  mkdirSync(outdir);
  await build({
    ...options,
    stdin: {
      contents: [
        `import * as worker ${from(built)}`,
        `import { countHandler, countObject } ${from(join(import.meta.dirname, "counting.ts"))}`,
        "export default countHandler(worker.default);",
        ...objects.map(
          (name) => `export const ${name} = countObject(worker.${name});`,
        ),
      ].join("\n"),
      resolveDir: folder,
    },
    outfile: join(outdir, "worker.js"),
  });
  return outdir;
}
