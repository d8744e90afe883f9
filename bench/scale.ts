import { parseArgs } from "node:util";
import { measureObjects } from "./scale/measure-objects.ts";
import { measurePlatform } from "./scale/measure-platform.ts";
import { simulate } from "./scale/simulate.ts";

/**
 * Measures behaviour with many users: requests per second of the shared
 * objects; the cost of a turn with up to 100,000 conversations in one process,
 * without network or disk; throughput and latency with 2,000 new conversations,
 * 50 at once, under `wrangler dev` and on AWS's emulators (which need Java).
 * Logs progress to stderr.
 *
 * Shows what saturates first, and whether turns become more expensive as
 * conversations accumulate. Does not show how fast Cloudflare or AWS is:
 * client, model, runtime and databases share one machine.
 */
const { values } = parseArgs({
  options: {
    /** Per object. */
    seconds: { type: "string", default: "5" },
    conversations: { type: "string", default: "100000" },
    /** Turns per conversation. */
    rounds: { type: "string", default: "2" },
    "on-emulators": { type: "string", default: "2000" },
    only: { type: "string", default: "objects,process,workers,aws" },
  },
});
const parts = new Set(values.only.split(","));

if (parts.has("objects")) {
  console.log("One object under workerd:");
  console.table(await measureObjects({ seconds: Number(values.seconds) }));
}

if (parts.has("process")) {
  console.log("Conversations in one process:");
  const rows: object[] = [];
  const counts = {
    conversations: Number(values.conversations),
    rounds: Number(values.rounds),
  };
  for await (const row of simulate(counts)) {
    rows.push(row);
    console.error(JSON.stringify(row));
  }
  console.table(rows);
}

for (const target of ["workers", "aws"] as const)
  if (parts.has(target)) {
    console.log(`New conversations, 50 at once, ${target}:`);
    const conversations = Number(values["on-emulators"]);
    console.table(await measurePlatform({ target, conversations }));
  }
