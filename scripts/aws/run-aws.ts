import { AWS_USAGE, parseAwsArguments } from "./parse-aws-arguments.ts";
import { type AwsSurroundings, runDeploy } from "./run-deploy.ts";
import { runDestroy } from "./run-destroy.ts";

/** `npm run deploy:aws` and `npm run destroy:aws`; returns the exit code. */
export async function runAws({
  arguments: given,
  ...surroundings
}: AwsSurroundings & {
  /** `deploy` or `destroy`, then what the user gave. */
  arguments: readonly string[];
}): Promise<0 | 1> {
  const order = parseAwsArguments(given);
  switch (order.kind) {
    case "help":
      surroundings.print(AWS_USAGE);
      return 0;
    case "wrong":
      surroundings.print(`${order.problem}\n\n${AWS_USAGE}`);
      return 1;
    case "deploy":
      return runDeploy(order, surroundings);
    case "destroy":
      return runDestroy(order, surroundings);
  }
}
