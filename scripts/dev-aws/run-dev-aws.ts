import { once } from "node:events";
import { mkdirSync } from "node:fs";
import type { Server } from "node:http";
import { join, resolve } from "node:path";
import { ResourceInUseException } from "@aws-sdk/client-dynamodb";
import { createAwsApp } from "../../src/platforms/aws/create-aws-app.ts";
import { setUp, type SetUp } from "../../src/platforms/aws/set-up.ts";
import { createUrlHandler } from "../../src/platforms/aws/url-handler.ts";
import { wakeDue } from "../../src/platforms/aws/wake-due.ts";
import { handleBatch } from "../../src/platforms/aws/worker-handler.ts";
import {
  refuseToStart,
  startBanner,
} from "../../src/platforms/start-banner.ts";
import { ConfigurationError } from "../../src/types/errors.ts";
import {
  createLocalClient,
  createTable,
  startDynamoDbLocal,
  type DynamoDbLocal,
} from "../../test/stubs/dynamodb-local.ts";
import { hasJava } from "../../test/stubs/has-java.ts";
import { ASSETS_FOLDER } from "../assets.ts";
import {
  describeAccess,
  ensureDevelopmentToken,
} from "../development-token.ts";
import { hasColour } from "../has-colour.ts";
import { readDevVars } from "../read-dev-vars.ts";
import { parseDevAwsOptions } from "./dev-aws-options.ts";
import { startEventSource } from "./event-source.ts";
import { createFunctionUrl, provideLambdaRuntime } from "./function-url.ts";
import { startQueues, type LocalQueues } from "./start-queues.ts";

/** Shorter than in the cloud, so that turns resume soon after a restart. */
const VISIBILITY_MS = 4_000;

const NO_JAVA = `DynamoDB Local needs Java 17 or newer, but this machine has no "java".
  macOS           brew install openjdk
  Debian, Ubuntu  sudo apt install default-jre-headless
  Windows         winget install EclipseAdoptium.Temurin.21.JRE
Without Java, npm run dev runs the same bot as on Cloudflare.`;

/**
 * `npm run dev:aws`. Returns the exit code once the signal is aborted or it
 * cannot start.
 */
export async function runDevAws({
  arguments: given,
  directory,
  print,
  signal,
}: {
  arguments: readonly string[];
  directory: string;
  print: (line: string) => void;
  signal: AbortSignal;
}): Promise<number> {
  const parsed = parseDevAwsOptions(given);
  if (parsed.kind !== "options") {
    print(parsed.text);
    return parsed.kind === "help" ? 0 : 1;
  }
  const { options } = parsed;
  const { dynamoDbEndpoint, tableName } = options;
  if (dynamoDbEndpoint === undefined && !hasJava()) {
    print(NO_JAVA);
    return 1;
  }
  const devVars = options.readsDevVars ? await readDevVars(directory) : {};
  const data = resolve(directory, options.data);
  const queueFolder = join(data, "queues");
  mkdirSync(queueFolder, { recursive: true });

  print("Starting DynamoDB Local and fauxqs …");
  await using stack = new AsyncDisposableStack();
  const [database, queues] = await Promise.all([
    findDynamoDb({ endpoint: dynamoDbEndpoint, folder: join(data, "table") }),
    startQueues({ folder: queueFolder }),
  ]);
  stack.defer(database.stop);
  stack.defer(() => queues.stop());
  await ensureTable(database.endpoint, tableName);

  const own = {
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    DYNAMODB_ENDPOINT: database.endpoint,
    DYNAMODB_TABLE: tableName,
    SQS_QUEUE_URL: queues.queueUrl,
    SQS_CALLBACK_QUEUE_URL: queues.callbackQueueUrl,
  };
  // The functions read their role's credentials from the environment.
  Object.assign(process.env, own);
  const variables = {
    ...(hasColour() ? {} : { NO_COLOR: "1" }),
    ...devVars,
    ...options.variables,
    ...own,
  };
  const token = await ensureDevelopmentToken(directory);
  const made = make(variables, token);

  const server = createServer(made);
  try {
    await listenLocally(server, options.port);
  } catch {
    print(
      `Port ${options.port} is in use or not permitted: choose another one with --port.`,
    );
    return 1;
  }
  stack.defer(() => close(server));
  print(describe(made));
  if (made instanceof ConfigurationError)
    print(
      "Fix that in .dev.vars or --var, then press Ctrl-C and run `npm run dev:aws` again.",
    );
  else {
    stack.use(startSources(made, queues));
    const url = `http://localhost:${options.port}`;
    print(`Ready on ${url} (press Ctrl-C to stop)`);
    print(await describeAccess({ url, token }));
  }
  if (!signal.aborted) await once(signal, "abort");
  print("Stopping …");
  return 0;
}

/**
 * Uses the emulator at `endpoint`, or starts one that stores its data in
 * `folder`.
 */
async function findDynamoDb({
  endpoint,
  folder,
}: {
  endpoint: string | undefined;
  folder: string;
}): Promise<DynamoDbLocal> {
  if (endpoint !== undefined) return { endpoint, stop: async () => {} };
  mkdirSync(folder, { recursive: true });
  return startDynamoDbLocal({ folder });
}

async function ensureTable(endpoint: string, tableName: string): Promise<void> {
  try {
    await createTable(createLocalClient(endpoint), { tableName });
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
}

function make(
  variables: Readonly<Record<string, string | undefined>>,
  developmentToken: string,
): SetUp | ConfigurationError {
  try {
    const made = setUp(variables, {
      developmentToken,
      visibilityMs: VISIBILITY_MS,
    });
    const hide: typeof made.queue.hide = (receipt, ms) =>
      made.queue.hide(receipt, Math.max(ms, 1));
    // fauxqs 2.4.1 with `dataDir` loses a message whose visibility timeout is
    // set to zero.
    return { ...made, queue: { ...made.queue, hide } };
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
}

function describe(made: SetUp | ConfigurationError): string {
  if (made instanceof ConfigurationError) return made.message;
  return startBanner(() => made, { hasLibrary: false });
}

function createServer(made: SetUp | ConfigurationError): Server {
  provideLambdaRuntime();
  const app =
    made instanceof ConfigurationError
      ? { fetch: (request: Request) => refuseToStart(request, made) }
      : createAwsApp(made, { assets: ASSETS_FOLDER });
  return createFunctionUrl(createUrlHandler(app));
}

/** So that a reminder is not waited for. */
const WAKE_UP_MS = 5_000;

/** Starts the worker on both queues; dispose to stop it. */
function startSources(
  made: SetUp,
  { client, queueUrl, callbackQueueUrl }: LocalQueues,
): Disposable {
  const sources = [queueUrl, callbackQueueUrl].map((url) =>
    startEventSource({
      client,
      queueUrl: url,
      handler: (event, context) => handleBatch(event, context, made),
    }),
  );
  // Lambda's rule does so each minute.
  const wakeUps = setInterval(() => {
    wakeDue(made).catch((error: unknown) => console.error(error));
  }, WAKE_UP_MS);
  return {
    [Symbol.dispose]() {
      clearInterval(wakeUps);
      // Not awaited: running turns are redelivered at the next start.
      for (const source of sources) void source.stop();
    },
  };
}

async function close(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}

/**
 * Resolves when the server listens, on the loopback interface only since
 * requests are not encrypted. Throws if the port is taken.
 */
export async function listenLocally(
  server: Server,
  port: number,
): Promise<void> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}
