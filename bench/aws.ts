import { parseArgs } from "node:util";
import { measureFunctions } from "./aws/measure-functions.ts";
import { measureTurns } from "./aws/measure-turns.ts";

/**
 * Measures Parley on AWS's emulators. Needs Java.
 *
 * The first table: whole turns of many concurrent conversations under
 * `dev:aws`, with in-memory DynamoDB Local and a model that answers at once. A
 * turn is a message over HTTP, two model calls with one calculation in between,
 * and the reply to the waiting caller. The time from request to reply is all
 * overhead. The second table: the bundle size of both functions, and how long
 * Node takes to load and set up each in a new process (median of the runs).
 *
 * Shows whether a change makes turns more expensive, and what a cold start
 * waits for besides Lambda itself. Does not show how fast AWS is: client,
 * model, both functions, fauxqs and DynamoDB Local share one machine, and the
 * two emulators take most of the time. On AWS each DynamoDB request takes
 * milliseconds, and each function has its own CPU. The figures include the
 * waiting caller's polling every 100 to 250 ms, but no settings parameter is
 * read at startup.
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
