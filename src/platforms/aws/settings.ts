import {
  DeleteParameterCommand,
  GetParameterCommand,
  ParameterNotFound,
  ParameterVersionNotFound,
  PutParameterCommand,
  SSMClient,
  SSMServiceException,
  type SSMClientConfig,
} from "@aws-sdk/client-ssm";
import * as z from "zod";
import { parseJson } from "../../text/json.ts";
import { ConfigurationError } from "../../types/errors.ts";

const Settings = z.record(z.string(), z.string());

/**
 * Reads the deployment's variables, including secrets, from the one parameter
 * that stores them as a JSON object of strings. Throws `ConfigurationError` if
 * the parameter is missing or holds something else, `ParameterStoreError` if it
 * cannot be read.
 */
export async function readSettings({
  store,
  parameter,
}: {
  store: Pick<ParameterStore, "read">;
  /** Its name, or `name:version` for one version. */
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
 * Adds the settings of the parameter that `SETTINGS_PARAMETER` names, if set,
 * to a function's variables. Variables that Lambda and the template set take
 * precedence. Throws `ConfigurationError` and `ParameterStoreError`.
 */
export async function loadSettings(environment: Variables): Promise<Variables> {
  const parameter = environment["SETTINGS_PARAMETER"];
  if (parameter === undefined) return environment;
  const store = createParameterStore({
    region: environment["AWS_REGION"] ?? "",
  });
  return { ...(await readSettings({ store, parameter })), ...environment };
}

interface StoredParameter {
  readonly value: string;
  /** Counts writes, from 1. */
  readonly version: number;
}

/**
 * The Parameter Store rejected a request or was unreachable. Never contains a
 * value.
 */
export class ParameterStoreError extends Error {
  override readonly name = "ParameterStoreError";
  /**
   * Error name of the service, e.g. `AccessDeniedException`, or `unreachable`.
   */
  readonly reason: string;

  constructor(reason: string) {
    super(`The Parameter Store failed: ${reason}`);
    this.reason = reason;
  }
}

/** The part of AWS Systems Manager's Parameter Store that Parley uses. */
export interface ParameterStore {
  /**
   * Returns the decrypted value; `undefined` if it does not exist.
   * `name:version` reads one version. Throws `ParameterStoreError`.
   */
  read(name: string): Promise<StoredParameter | undefined>;
  /**
   * Stores it encrypted (SecureString with the account's default key). Throws
   * `ParameterStoreError`.
   */
  write(name: string, value: string): Promise<{ version: number }>;
  /**
   * Deletes it with all its versions, if it exists. Throws
   * `ParameterStoreError`.
   */
  remove(name: string): Promise<void>;
}

/**
 * Covers all attempts. By default an account has 40 requests per second, too
 * few if many functions start at once.
 */
const TIME_LIMIT_MS = 10_000;
const ATTEMPTS = 4;

/**
 * @param credentials default to the environment's, e.g. of a Lambda function's
 * role
 * @param endpoint replaces the region's endpoint
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
        // Free up to 4 KB; values of up to 8 KB become an advanced parameter.
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
    // The original error may quote the request, so it is not kept as the cause.
    throw new ParameterStoreError(
      error instanceof SSMServiceException ? error.name : "unreachable",
    );
  }
}
