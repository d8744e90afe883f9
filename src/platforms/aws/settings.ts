import { ConfigurationError } from "../../errors.ts";
import { parseJson } from "../../json.ts";
import {
  DeleteParameterCommand,
  GetParameterCommand,
  ParameterNotFound,
  ParameterVersionNotFound,
  PutParameterCommand,
  SSMClient,
  type SSMClientConfig,
  SSMServiceException,
} from "@aws-sdk/client-ssm";
import * as z from "zod";

const Settings = z.record(z.string(), z.string());

/**
 * The variables of a deployment, secrets among them, from the one parameter that holds them as a JSON object of texts.
 * Throws `ConfigurationError` where there is no such parameter or it holds something else, `ParameterStoreError` where it cannot be
 * read.
 */
export async function readSettings({
  store,
  parameter,
}: {
  store: Pick<ParameterStore, "read">;
  /** Its name, with `:version` for one version. */
  parameter: string;
}): Promise<Readonly<Record<string, string>>> {
  const stored = await store.read(parameter);
  if (stored === undefined)
    throw wrongSettings(
      `names the parameter ${parameter}, which does not exist; create it with npm run deploy:aws -- --settings .aws.vars`,
    );
  const parsed = Settings.safeParse(parseJson(stored.value));
  if (!parsed.success)
    throw wrongSettings(
      `names the parameter ${parameter}, which is not a JSON object of strings; write it with npm run deploy:aws -- --settings .aws.vars`,
    );
  return parsed.data;
}

function wrongSettings(problem: string): ConfigurationError {
  return new ConfigurationError([{ variable: "SETTINGS_PARAMETER", problem }]);
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * A function's variables, with the deployment's settings where `SETTINGS_PARAMETER` names them. What Lambda and the template set
 * goes before those. Throws `ConfigurationError` and `ParameterStoreError`.
 */
export async function loadSettings(environment: Variables): Promise<Variables> {
  const parameter = environment["SETTINGS_PARAMETER"];
  if (parameter === undefined) return environment;
  const store = createParameterStore({
    region: environment["AWS_REGION"] ?? "",
  });
  return { ...(await readSettings({ store, parameter })), ...environment };
}

/** A parameter of AWS Systems Manager. */
interface StoredParameter {
  readonly value: string;
  /** 1, 2, 3, …: each time it is written it gets the next one. */
  readonly version: number;
}

/** The Parameter Store refused a request, or could not be asked. Never holds a value. */
export class ParameterStoreError extends Error {
  override readonly name = "ParameterStoreError";
  /** As the service names it, e.g. `AccessDeniedException`; `unreachable` without an answer. */
  readonly reason: string;

  constructor(reason: string) {
    super(`The Parameter Store has failed: ${reason}`);
    this.reason = reason;
  }
}

/** What Parley needs of AWS Systems Manager's Parameter Store. */
export interface ParameterStore {
  /** Decrypted; `name:version` for one version. `undefined` where there is none of that name. Throws `ParameterStoreError`. */
  read(name: string): Promise<StoredParameter | undefined>;
  /** Encrypts it (SecureString, with the account's own key for parameters). Throws `ParameterStoreError`. */
  write(name: string, value: string): Promise<{ version: number }>;
  /** With all its versions; nothing where there is none of that name. Throws `ParameterStoreError`. */
  remove(name: string): Promise<void>;
}

/** With all attempts. The service takes 40 requests a second of an account at first; many functions that start at once need more. */
const TIME_LIMIT_MS = 10_000;
const ATTEMPTS = 4;

/**
 * @param credentials those of the environment (of a Lambda function's role) without them
 * @param endpoint in place of the region's
 */
export function createParameterStore({
  region,
  credentials,
  endpoint,
}: {
  region: string;
  credentials?: NonNullable<SSMClientConfig["credentials"]>;
  endpoint?: string | undefined;
}): ParameterStore {
  const client = new SSMClient({
    region,
    retryMode: "standard",
    maxAttempts: ATTEMPTS,
    ...(credentials !== undefined && { credentials }),
    ...(endpoint !== undefined && { endpoint }),
  });
  const limits = () => ({ abortSignal: AbortSignal.timeout(TIME_LIMIT_MS) });

  return {
    async read(name) {
      const command = new GetParameterCommand({
        Name: name,
        WithDecryption: true,
      });
      const answer = await unlessMissing(client.send(command, limits()));
      if (answer === undefined) return undefined;
      const { Value, Version } = answer.Parameter ?? {};
      if (Value === undefined || Version === undefined)
        throw new ParameterStoreError("an answer without a value");
      return { value: Value, version: Version };
    },

    async write(name, value) {
      const command = new PutParameterCommand({
        Name: name,
        Value: value,
        Type: "SecureString",
        Overwrite: true,
        // Up to 4 KB it costs nothing; up to 8 KB it becomes an advanced parameter.
        Tier: "Intelligent-Tiering",
      });
      const answer = await unlessMissing(client.send(command, limits()));
      if (answer?.Version === undefined)
        throw new ParameterStoreError("an answer without a version");
      return { version: answer.Version };
    },

    async remove(name) {
      const command = new DeleteParameterCommand({ Name: name });
      await unlessMissing(client.send(command, limits()));
    },
  };
}

async function unlessMissing<Answer>(
  asked: Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    const isMissing =
      error instanceof ParameterNotFound ||
      error instanceof ParameterVersionNotFound;
    if (isMissing) return undefined;
    // What was thrown may quote the request.
    throw new ParameterStoreError(
      error instanceof SSMServiceException ? error.name : "unreachable",
    );
  }
}
