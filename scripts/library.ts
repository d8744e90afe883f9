import { runLibrary } from "./library/run-library.ts";

process.exitCode = await runLibrary({
  arguments: process.argv.slice(2),
  environment: process.env,
  directory: process.cwd(),
  print: (line) => console.log(line),
});
