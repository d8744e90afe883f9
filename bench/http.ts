import { parseArgs } from "node:util";
import { measureAccepting } from "./http/measure-accepting.ts";
import { measureWaiting } from "./http/measure-waiting.ts";

/**
 * Measures the HTTP channel on `wrangler dev`: how fast it accepts messages,
 * and what it adds to the model's own time.
 */
const { values } = parseArgs({
  options: {
    /** Duration per number of connections. */
    seconds: { type: "string", default: "15" },
    connections: { type: "string", default: "1,10,100" },
    turns: { type: "string", default: "100" },
    "model-ms": { type: "string", default: "500" },
  },
});

console.log("Accepting messages (202, respond-async), demo model:");
console.table(
  await measureAccepting({
    connections: values.connections.split(",").map(Number),
    seconds: Number(values.seconds),
  }),
);
console.log("Waiting for an answer, over the model's own time:");
console.table(
  await measureWaiting({
    turns: Number(values.turns),
    modelMs: Number(values["model-ms"]),
  }),
);
