import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { createInfrastructure } from "../../infra/create-infrastructure.ts";
import { settingsParameterOf } from "../../infra/stack-options.ts";
import type { ParameterStore } from "../../src/platforms/aws/settings.ts";
import type { DeployOrder } from "./aws-arguments.ts";
import { chooseHttpConcurrency } from "./choose-http-concurrency.ts";
import { connect, explainStoreFailure, type Connection } from "./connect.ts";
import { readDeploymentSettings } from "./deployment-settings.ts";
import type { RunCdk } from "./run-cdk.ts";

/** Set by `cdk bootstrap` in each account and region. */
const BOOTSTRAP_PARAMETER = "/cdk-bootstrap/hnb659fds/version";

/** The environment of the AWS scripts, replaceable in tests. */
export interface AwsSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The settings file is relative to it. */
  readonly directory: string;
  /** Receives the functions and templates. */
  readonly outputFolder: string;
  /**
   * Writes `http/index.mjs` and `worker/index.mjs` into that folder; returns
   * their sizes in bytes.
   */
  readonly build: (options: {
    folder: string;
  }) => Promise<Readonly<Record<string, number>>>;
  readonly cdkIn: (region: string) => RunCdk;
  readonly print: (line: string) => void;
}

/** `npm run deploy:aws`; returns the exit code. */
export async function runDeploy(
  order: DeployOrder,
  surroundings: AwsSurroundings,
): Promise<0 | 1> {
  const { environment, directory, print } = surroundings;
  const settings =
    order.settings === undefined
      ? undefined
      : await readDeploymentSettings({ file: order.settings, directory });
  if (settings?.kind === "wrong") {
    print(`${order.settings} cannot be deployed:`);
    for (const problem of settings.problems) print(`- ${problem}`);
    return 1;
  }
  for (const name of settings?.unknown ?? [])
    print(`! ${name} is not a Parley variable. Is it misspelt?`);
  if (order.isDryRun) {
    const httpConcurrency = await chooseHttpConcurrency(order, {
      // A dry run sends no requests.
      readLimit: async () => Infinity,
      print,
    });
    await make(order, { ...surroundings, version: 1, httpConcurrency });
    print("Nothing was sent: this was a dry run.");
    return 0;
  }

  const connection = await connect(environment);
  if (connection.kind === "wrong") {
    print(connection.problem);
    return 1;
  }
  const version = await prepare(order, {
    connection,
    text: settings?.text,
    print,
  });
  if (version === undefined) return 1;
  const httpConcurrency = await chooseHttpConcurrency(order, {
    readLimit: connection.readConcurrencyLimit,
    print,
  });
  const made = await make(order, { ...surroundings, version, httpConcurrency });
  return deploy(order, { ...surroundings, ...made, region: connection.region });
}

/**
 * Checks that the region is bootstrapped, unless `order` does that, and stores
 * the settings. Returns their version; `undefined` after printing a problem.
 */
async function prepare(
  order: DeployOrder,
  {
    connection: { region, store },
    text,
    print,
  }: {
    connection: Extract<Connection, { kind: "connected" }>;
    text: string | undefined;
    print: (line: string) => void;
  },
): Promise<number | undefined> {
  try {
    if (!order.bootstraps && !(await isBootstrapped(store))) {
      print(
        `The region ${region} of this account is not prepared for the CDK, which puts the functions' code into a bucket there. Run this again with --bootstrap: once for each account and region.`,
      );
      return undefined;
    }
    return await storeSettings(order, { store, text, print });
  } catch (error) {
    print(explainStoreFailure(error));
    return undefined;
  }
}

/** Runs the CDK on what was built; returns the exit code. */
async function deploy(
  order: DeployOrder,
  {
    cdkIn,
    region,
    app,
    outputs,
    print,
  }: AwsSurroundings & { region: string; app: string; outputs: string },
): Promise<0 | 1> {
  const cdk = cdkIn(region);
  if (order.bootstraps) {
    print(`Preparing ${region} for the CDK …`);
    if ((await cdk(["bootstrap", "--app", app])) !== 0)
      return fail(print, "It could not be prepared; see the lines above.");
  }
  print(`Deploying to ${region}, which takes a few minutes the first time …`);
  const code = await cdk([
    "deploy",
    "--all",
    "--app",
    app,
    "--require-approval",
    "never",
    "--outputs-file",
    outputs,
  ]);
  if (code !== 0)
    return fail(
      print,
      "The deployment failed; see the lines above. CloudFormation rolls back, so the previous deployment stays.",
    );
  await printNextSteps(order, { outputs, print });
  return 0;
}

function fail(print: (line: string) => void, reason: string): 1 {
  print(reason);
  return 1;
}

async function isBootstrapped(store: ParameterStore): Promise<boolean> {
  return (await store.read(BOOTSTRAP_PARAMETER)) !== undefined;
}

/**
 * Stores changed settings and returns the version to deploy with; `undefined`
 * if the deployment has no settings.
 */
async function storeSettings(
  { name }: DeployOrder,
  {
    store,
    text,
    print,
  }: {
    store: ParameterStore;
    text: string | undefined;
    print: (line: string) => void;
  },
): Promise<number | undefined> {
  const parameter = settingsParameterOf(name);
  const stored = await store.read(parameter);
  if (text === undefined) {
    if (stored === undefined)
      print(
        `${name} has no settings yet. Copy .dev.vars.example to .aws.vars, fill in what you need, and run npm run deploy:aws -- --settings .aws.vars.`,
      );
    return stored?.version;
  }
  // Storing the same text would create a version and restart the functions.
  if (stored?.value === text) return stored.version;
  const { version } = await store.write(parameter, text);
  print(
    `The settings are stored, encrypted, as version ${version} of ${parameter}.`,
  );
  return version;
}

async function make(
  order: DeployOrder,
  {
    build,
    outputFolder,
    version,
    httpConcurrency,
    print,
  }: AwsSurroundings & {
    version: number;
    httpConcurrency: number | undefined;
  },
): Promise<{ app: string; outputs: string }> {
  await mkdir(outputFolder, { recursive: true });
  const sizes = await build({ folder: outputFolder });
  for (const [name, bytes] of Object.entries(sizes))
    print(`Function ${name}: ${Math.ceil(bytes / 1024)} KB.`);
  const app = join(outputFolder, "cdk.out");
  const { alarmEmail, ...options } = order;
  const parameter = settingsParameterOf(order.name);
  const { app: infrastructure } = createInfrastructure({
    ...options,
    httpConcurrency,
    ...(alarmEmail !== undefined && { alarmEmail }),
    settings: { parameter, version },
    codeFolder: outputFolder,
    outputFolder: app,
  });
  const { stacks } = infrastructure.synth();
  print(`Stacks: ${stacks.map(({ stackName }) => stackName).join(", ")}.`);
  return { app, outputs: join(outputFolder, "outputs.json") };
}

const Outputs = z.record(z.string(), z.record(z.string(), z.string()));

async function printNextSteps(
  { name, alarmEmail }: DeployOrder,
  { outputs, print }: { outputs: string; print: (line: string) => void },
): Promise<void> {
  const content: unknown = JSON.parse(await readFile(outputs, "utf8"));
  const { Url: url = "", TelegramUrl: telegramUrl = "" } =
    Outputs.parse(content)[name] ?? {};
  print(`Parley is at ${url}`);
  print(`Check everything:     npm run doctor -- --url ${url}`);
  print(`For Telegram:         npm run telegram:webhook -- ${telegramUrl}`);
  if (alarmEmail === undefined)
    print(
      "Alarms are not sent to anyone; set --alarm-email to get them by email.",
    );
}
