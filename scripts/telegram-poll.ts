import { runTelegramPoll } from "./telegram/run-telegram-poll.ts";

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
process.once("SIGTERM", () => stop.abort());

process.exitCode = await runTelegramPoll({
  arguments: process.argv.slice(2),
  environment: process.env,
  directory: process.cwd(),
  print: (line) => console.log(line),
  signal: stop.signal,
});
