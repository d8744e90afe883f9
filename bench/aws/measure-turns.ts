import { percentile } from "../http/percentile.ts";
import { startAsking, type Asked } from "../start-asking.ts";

/** Uncounted turns of each conversation. */
const WARM_UP = 2;
/** Minimum for a 99th percentile. */
const LEAST_TURNS = 100;

/**
 * Returns one row per number of concurrent conversations.
 * @param turns consecutive turns of each conversation; more if the total is too
 *   small
 */
export async function measureTurns({
  conversations,
  turns,
}: {
  conversations: readonly number[];
  turns: number;
}): Promise<object[]> {
  await using parley = await startAsking({ target: "aws" });
  const rows: object[] = [];
  for (const count of conversations) {
    await talk(parley, { conversations: count, turns: WARM_UP });
    const begun = performance.now();
    const times = await talk(parley, {
      conversations: count,
      turns: Math.max(turns, Math.ceil(LEAST_TURNS / count)),
    });
    const seconds = (performance.now() - begun) / 1_000;
    rows.push({
      "conversations at once": count,
      turns: times.length,
      "turns per second": (times.length / seconds).toFixed(1),
      "p50 ms": percentile(times, 50).toFixed(0),
      "p99 ms": percentile(times, 99).toFixed(0),
    });
  }
  return rows;
}

/** Runs all conversations concurrently, the turns of each in sequence. */
async function talk(
  parley: Asked,
  { conversations, turns }: { conversations: number; turns: number },
): Promise<number[]> {
  const times = Array.from({ length: conversations }, async (_, number) => {
    const own: number[] = [];
    for (let turn = 0; turn < turns; turn++)
      own.push(await parley.ask(`${conversations} at once, ${number}`));
    return own;
  });
  return (await Promise.all(times)).flat();
}
