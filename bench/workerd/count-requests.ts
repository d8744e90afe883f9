import { join } from "node:path";
import { startTelegramServer } from "../../test/stubs/telegram-server.ts";
import { COUNTS_PATH, type Counts } from "./counting.ts";
import { ask, installWorker, type WorkerName } from "./scene.ts";
import { wrapWorker } from "./wrap-worker.ts";

const WRAPPER = join(import.meta.dirname, "counting.ts");

const CHATS = 10;
const MESSAGES_EACH = 4;

/**
 * Counts what a message is billed for besides CPU, and what it waits for, with
 * a built Worker that counts (`counting.ts`). Excludes each chat's first
 * message, which also creates tables.
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
    folder: await wrapWorker({ folder, wrapper: WRAPPER }),
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
