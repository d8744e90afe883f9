import { runDiscordCommands } from "./discord/run-discord-commands.ts";

process.exitCode = await runDiscordCommands({
  arguments: process.argv.slice(2),
  environment: process.env,
  directory: process.cwd(),
  print: (line) => console.log(line),
  signal: new AbortController().signal,
});
