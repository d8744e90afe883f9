import { runTelegramWebhook } from "./telegram/run-telegram-webhook.ts";

process.exitCode = await runTelegramWebhook({
  arguments: process.argv.slice(2),
  environment: process.env,
  directory: process.cwd(),
  print: (line) => console.log(line),
  signal: new AbortController().signal,
});
