import { runDoctor } from "./doctor/run-doctor.ts";

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
process.once("SIGTERM", () => stop.abort());

process.exitCode = await runDoctor({
  arguments: process.argv.slice(2),
  environment: process.env,
  directory: process.cwd(),
  print: (line) => console.log(line),
  // `hasColors` respects NO_COLOR and similar variables.
  hasColours: process.stdout.isTTY && process.stdout.hasColors(),
  signal: stop.signal,
});
