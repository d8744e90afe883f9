import { runDev } from "./dev/run-dev.ts";

process.exitCode = await runDev({
  arguments: process.argv.slice(2),
  directory: process.cwd(),
  print: (line) => console.log(line),
});
