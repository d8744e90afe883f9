import autocannon from "autocannon";
import { DEVELOPMENT_KEY } from "../../test/e2e/development-key.ts";
import { startWranglerDev } from "../../test/e2e/wrangler-dev.ts";

/**
 * Measures how fast messages are accepted (202); one row per number of
 * connections. Each message starts a new conversation, whose turn runs with the
 * demo model on the same machine, concurrently with later messages.
 */
export async function measureAccepting({
  connections,
  seconds,
}: {
  connections: readonly number[];
  seconds: number;
}): Promise<object[]> {
  const dev = await startWranglerDev();
  try {
    const load = (at: number, duration: number) =>
      autocannon({
        url: `${dev.url}/v1/messages`,
        connections: at,
        duration,
        method: "POST",
        headers: {
          authorization: `Bearer ${DEVELOPMENT_KEY}`,
          "content-type": "application/json",
          prefer: "respond-async",
        },
        requests: [
          {
            setupRequest: (request) => ({
              ...request,
              body: JSON.stringify({
                conversation: crypto.randomUUID(),
                text: "2+2",
              }),
            }),
          },
        ],
      });
    await load(1, 1);
    const rows = [];
    for (const at of connections) {
      const { requests, latency, errors, non2xx } = await load(at, seconds);
      rows.push({
        connections: at,
        accepted: requests.total,
        "per second": requests.average.toFixed(0),
        "p50 ms": latency.p50,
        "p99 ms": latency.p99,
        "not accepted": errors + non2xx,
      });
    }
    return rows;
  } finally {
    await dev.close();
  }
}
