import { startWranglerDev } from "../test/e2e/wrangler-dev.ts";
import { allWrongRequests } from "../test/e2e/wrong-requests/all-wrong-requests.ts";
import { sendAll } from "../test/e2e/wrong-requests/send-all.ts";
import {
  KEY,
  SIGNING_SECRET,
} from "../test/e2e/wrong-requests/wrong-request.ts";
import { percentile } from "./http/percentile.ts";

/**
 * Measures how long it takes to reject invalid requests, one after another, on
 * `wrangler dev`.
 */
const LIMIT_MS = 50;

const dev = await startWranglerDev({
  variables: {
    WEBHOOK_API_KEYS: `shop:${KEY}`,
    WEBHOOK_SIGNING_SECRET: `shop:${SIGNING_SECRET}`,
  },
});
try {
  // Slow bodies test a time limit, so they take that long.
  const requests = allWrongRequests().filter(({ status }) => status !== 408);
  // The first requests start the Worker.
  await sendAll(dev.url, requests.slice(0, 20));
  const responses = [...(await sendAll(dev.url, requests))];
  const times = responses.map(([, { ms }]) => ms);
  const slow = responses.filter(([, { ms }]) => ms > LIMIT_MS);
  console.table([
    {
      requests: responses.length,
      "median ms": percentile(times, 50).toFixed(1),
      "p99 ms": percentile(times, 99).toFixed(1),
      "worst ms": percentile(times, 100).toFixed(1),
      [`over ${LIMIT_MS} ms`]: slow.length,
      "not refused": responses.filter(
        ([{ status }, response]) => status !== response.status,
      ).length,
    },
  ]);
  for (const [{ name }, { ms }] of slow)
    console.log(`${ms.toFixed(0)} ms: ${name}`);
} finally {
  await dev.close();
}
