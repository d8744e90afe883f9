import { percentile } from "../http/percentile.ts";
import { startAsking, type BenchTarget } from "../start-asking.ts";

const BLOCKS = 4;
const AT_ONCE = 50;

/**
 * Sends one message from each of many new conversations; returns a row per
 * quarter of them.
 */
export async function measurePlatform({
  target,
  conversations,
}: {
  target: BenchTarget;
  conversations: number;
}): Promise<object[]> {
  await using parley = await startAsking({ target });
  const rows: object[] = [];
  let next = 0;
  for (let block = 1; block <= BLOCKS; block++) {
    const to = Math.round((block * conversations) / BLOCKS);
    const times: number[] = [];
    const begunAt = performance.now();
    const work = async (): Promise<void> => {
      while (next < to) times.push(await parley.ask(`conversation ${next++}`));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const seconds = (performance.now() - begunAt) / 1_000;
    rows.push({
      conversations: to,
      "turns a second": (times.length / seconds).toFixed(1),
      "p50 ms": percentile(times, 50).toFixed(0),
      "p99 ms": percentile(times, 99).toFixed(0),
    });
    console.error(JSON.stringify(rows.at(-1)));
  }
  return rows;
}
