import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInfrastructure } from "../../infra/create-infrastructure.ts";
import {
  DEFAULT_STACK_OPTIONS,
  settingsParameterOf,
} from "../../infra/stack-options.ts";
import {
  AWS_USAGE,
  parseAwsArguments,
  type DestroyOrder,
} from "./aws-arguments.ts";
import { connect, explainStoreFailure } from "./connect.ts";
import { runDeploy, type AwsSurroundings } from "./run-deploy.ts";

/** `npm run deploy:aws` and `npm run destroy:aws`; returns the exit code. */
export async function runAws({
  arguments: given,
  ...surroundings
}: AwsSurroundings & {
  /** `deploy` or `destroy`, followed by the user's arguments. */
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

/** `npm run destroy:aws`; returns the exit code. */
async function runDestroy(
  { name, isConfirmed, withData }: DestroyOrder,
  {
    environment,
    outputFolder,
    cdkIn,
    print,
  }: Omit<AwsSurroundings, "build" | "directory">,
): Promise<0 | 1> {
  const parameter = settingsParameterOf(name);
  if (!isConfirmed) {
    print(
      withData
        ? `This would remove ${name} completely: the functions, the queue, the table with every conversation, and the settings in ${parameter}. Nothing was done. To do it, run the command again with --yes.`
        : `This would remove the functions of ${name}, their address, the queue and the logs. The table (stack ${name}-data) and the settings (${parameter}) would stay, and a later deployment would use them again. Nothing was done. To do it, run the command again with --yes.`,
    );
    return 1;
  }
  const connection = await connect(environment);
  if (connection.kind === "wrong") {
    print(connection.problem);
    return 1;
  }
  const { region, store } = connection;
  const cdk = cdkIn(region);
  const app = await synthesize(name, { folder: outputFolder, withData });

  print(`Removing ${name} in ${region} …`);
  if ((await cdk(["destroy", name, "--force", "--app", app])) !== 0) {
    print("It was not removed; see the lines above.");
    return 1;
  }
  if (!withData) {
    print(
      `Removed. The table (stack ${name}-data) and the settings (${parameter}) remain; --with-data removes them, too.`,
    );
    return 0;
  }
  const data = `${name}-data`;
  print(`Removing the table and its protection …`);
  const steps = [
    ["deploy", data, "--require-approval", "never"],
    ["destroy", data, "--force"],
  ];
  for (const step of steps) {
    if ((await cdk([...step, "--app", app])) === 0) continue;
    print("The table was not removed; the lines above say why.");
    return 1;
  }
  try {
    await store.remove(parameter);
  } catch (error) {
    print(`The settings are still there. ${explainStoreFailure(error)}`);
    return 1;
  }
  print(
    "Everything is removed. AWS keeps the table's last backup for 35 days.",
  );
  return 0;
}

/**
 * Destroying needs only names and deletion protection, so the code is empty.
 */
async function synthesize(
  name: string,
  { folder, withData }: { folder: string; withData: boolean },
): Promise<string> {
  const codeFolder = join(folder, "no-code");
  for (const part of ["http", "worker"]) {
    await mkdir(join(codeFolder, part), { recursive: true });
    await writeFile(join(codeFolder, part, "index.mjs"), "");
  }
  const app = join(folder, "cdk.destroy");
  const { app: infrastructure } = createInfrastructure({
    ...DEFAULT_STACK_OPTIONS,
    name,
    settings: { parameter: settingsParameterOf(name), version: 1 },
    isDisposable: withData,
    codeFolder,
    outputFolder: app,
  });
  infrastructure.synth();
  return app;
}
