import { buildDist } from "./build-dist.ts";

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
process.once("SIGTERM", () => stop.abort());

// The sources imported below need `dist/`.
await buildDist();
const { runDevAws } = await import("./dev-aws/run-dev-aws.ts");
// Exits without waiting for running turns: the queue redelivers them.
process.exit(
  await runDevAws({
    arguments: process.argv.slice(2),
    directory: process.cwd(),
    print: (line) => console.log(line),
    signal: stop.signal,
  }),
);
