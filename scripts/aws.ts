import { runAws } from "./aws/run-aws.ts";
import { createCdkRunner } from "./aws/run-cdk.ts";
import { buildFunctions, FUNCTIONS_FOLDER } from "./build-functions.ts";

process.exitCode = await runAws({
  arguments: process.argv.slice(2),
  environment: process.env,
  directory: process.cwd(),
  outputFolder: FUNCTIONS_FOLDER,
  build: buildFunctions,
  cdkIn: createCdkRunner({ environment: process.env }),
  print: (line) => console.log(line),
});
