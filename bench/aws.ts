import { parseArgs } from "node:util";
import { measureFunctions } from "./aws/measure-functions.ts";
import { measureTurns } from "./aws/measure-turns.ts";

/**
 * Parley on AWS's emulators. The first table: whole turns (a message over HTTP, two model calls and one calculation
 * between them, the reply to the caller who waits) of many conversations at once, under `dev:aws`, with DynamoDB Local in
 * memory and a model that answers at once. Counted is from the request until the reply, so that all of it is overhead.
 * The second table: the size of both functions' bundles, and how long Node takes to load and set up each in a fresh
 * process, the median of the runs. Needs Java.
 *
 * What it shows: whether a change makes turns dearer, and what a cold start waits for besides Lambda itself.
 * What it does not: how fast AWS is. Client, model, both functions, fauxqs and DynamoDB Local share one machine, and
 * the two emulators cost most of the time; on AWS each request to DynamoDB takes milliseconds, and each function has a
 * processor of its own. A caller who waits looks every 100 to 250 ms, which is in the figures. Nor is there a
 * settings' parameter to read at the start.
 */
const { values } = parseArgs({
  options: {
    conversations: { type: "string", default: "1,50" },
    turns: { type: "string", default: "20" },
    runs: { type: "string", default: "5" },
  },
});

console.table(
  await measureTurns({
    conversations: values.conversations.split(",").map(Number),
    turns: Number(values.turns),
  }),
);
console.table(await measureFunctions({ runs: Number(values.runs) }));
