import { App, Tags } from "aws-cdk-lib";
import { BotStack } from "./bot-stack.ts";
import { DataStack } from "./data-stack.ts";
import type { StackOptions } from "./stack-options.ts";

/**
 * Creates the app with both stacks, for any account and region. Needs no
 * network and no credentials.
 */
export function createInfrastructure(
  options: StackOptions & {
    /** Contains `http/index.mjs` and `worker/index.mjs`. */
    codeFolder: string;
    /** `synth()` writes the templates here. */
    outputFolder: string;
  },
): { app: App; data: DataStack; bot: BotStack } {
  const app = new App({
    analyticsReporting: false,
    outdir: options.outputFolder,
    // Prevents deletion of the table's stack while the other one uses it.
    context: { "@aws-cdk/core:defaultCrossStackReferences": "strong" },
  });
  const data = new DataStack(app, options);
  const bot = new BotStack(app, { ...options, table: data.table });
  Tags.of(app).add("application", "parley");
  Tags.of(app).add("deployment", options.name);
  return { app, data, bot };
}
