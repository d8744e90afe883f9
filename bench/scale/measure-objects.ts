import { join } from "node:path";
import { startTelegramServer } from "../../test/stubs/telegram-server.ts";
import { buildWorkers, installWorker } from "../workerd/scene.ts";
import { wrapWorker } from "../workerd/wrap-worker.ts";
import { KINDS, LOAD_PATH } from "./object-load.ts";

const AT_ONCE = 32;

/**
 * Measures the requests per second of one Durable Object of each kind, called
 * by a Worker in the same workerd, which writes to this machine's disk.
 */
export async function measureObjects({
  seconds,
}: {
  /** Per kind. */
  seconds: number;
}): Promise<object[]> {
  using workers = await buildWorkers();
  await using stack = new AsyncDisposableStack();
  const telegram = await startTelegramServer();
  stack.defer(() => telegram.close());
  const folder = await wrapWorker({
    folder: workers.folders.parley,
    wrapper: join(import.meta.dirname, "object-load.ts"),
  });
  const worker = await installWorker("parley", {
    folder,
    modelUrl: "http://127.0.0.1:9",
    telegram,
  }).start();
  stack.defer(() => worker.kill());

  const rows: object[] = [];
  for (const kind of KINDS) {
    const load = async (ms: number): Promise<number> => {
      const query = new URLSearchParams({
        kind,
        ms: String(ms),
        "at-once": String(AT_ONCE),
      });
      const response = await fetch(
        `${worker.url}${LOAD_PATH}?${query.toString()}`,
      );
      if (!response.ok) throw new Error(`${kind}: HTTP ${response.status}`);
      return (await response.json()) as number;
    };
    await load(500);
    const requests = await load(seconds * 1_000);
    rows.push({
      "one object": kind,
      "requests a second": Math.round(requests / seconds),
    });
  }
  return rows;
}
