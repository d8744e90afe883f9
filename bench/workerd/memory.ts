import type { ParleyProcess } from "../../test/faults/parley-process.ts";
import { findFreePort } from "../../test/stubs/find-free-port.ts";
import { startTelegramServer } from "../../test/stubs/telegram-server.ts";
import { connectInspector, usedHeap } from "./inspector.ts";
import { installWorker } from "./scene.ts";

/** Enough to load and compile everything that a message needs. */
const WARMING = 100;
/** All are asked before workerd evicts the first. */
const IDLE = 300;
/** workerd evicts an object after ten seconds without a request. */
const EVICTION_MS = 11_000;
const BUSY = ["busy-1", "busy-2", "busy-3", "busy-4"];
const KEY = "bench-key-that-nobody-would-ever-guess-4711";
const VARIABLES = {
  WEBHOOK_API_KEYS: `bench:${KEY}`,
  WEBHOOK_REQUESTS_PER_MINUTE: "0",
  USER_DAILY_TOKENS: "0",
  GLOBAL_DAILY_TOKENS: "0",
  // A summary would add a model call.
  MEMORY_STRATEGY: "window",
};

/**
 * Measures in KiB how much of the isolate's heap, which all objects share, a
 * conversation uses: one that was asked once and waits, and one with a long
 * history right after its answer. Over HTTP, since a Telegram chat gets at most
 * a message per second.
 * @param turns of the long history; a turn is two messages
 */
export async function measureMemory({
  folder,
  modelUrl,
  turns,
}: {
  folder: string;
  modelUrl: string;
  turns: number;
}): Promise<{ readonly idle: number; readonly busy: number }> {
  const telegram = await startTelegramServer();
  const port = await findFreePort();
  const worker = await installWorker("parley", {
    folder,
    modelUrl,
    telegram,
    flags: [`--inspector-addr=127.0.0.1:${port}`],
    variables: VARIABLES,
  }).start();
  try {
    for (let turn = 0; turn < turns; turn++)
      await Promise.all(BUSY.map((name) => say(worker, name)));
    for (let one = 0; one < WARMING; one++) await say(worker, `warm-${one}`);
    await new Promise((resolve) => setTimeout(resolve, EVICTION_MS));
    const inspector = await connectInspector(port);
    // The first collection also drops compiled code that has not been used
    // since.
    await usedHeap(inspector, worker);
    const before = await usedHeap(inspector, worker);
    await Promise.all(BUSY.map((name) => say(worker, name)));
    const withBusy = await usedHeap(inspector, worker);
    for (let one = 0; one < IDLE; one++) await say(worker, `idle-${one}`);
    const withIdle = await usedHeap(inspector, worker);
    inspector.close();
    return {
      idle: (withIdle - withBusy) / IDLE / 1_024,
      busy: (withBusy - before) / BUSY.length / 1_024,
    };
  } finally {
    await worker.kill();
    await telegram.close();
  }
}

async function say(
  { url }: ParleyProcess,
  conversation: string,
): Promise<void> {
  const response = await fetch(`${url}/v1/messages`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${KEY}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({
      conversation,
      text: "What is a good plan for a small theatre?",
    }),
  });
  if (response.status !== 200)
    throw new Error(`${response.status}: ${await response.text()}`);
  await response.body?.cancel();
}
