import {
  GetAccountSettingsCommand,
  LambdaClient,
} from "@aws-sdk/client-lambda";
import {
  createParameterStore,
  ParameterStoreError,
  type ParameterStore,
} from "../../src/platforms/aws/settings.ts";

export type Connection =
  | {
      readonly kind: "connected";
      readonly region: string;
      readonly store: ParameterStore;
      /**
       * The account's limit of concurrent executions; `undefined` if AWS does
       * not return it.
       */
      readonly readConcurrencyLimit: () => Promise<number | undefined>;
    }
  /** `problem` says what is missing and how to fix it. */
  | { readonly kind: "wrong"; readonly problem: string };

/**
 * Finds region and credentials as the AWS CLI does: in variables, `~/.aws` or
 * single sign-on. Sends no request to AWS's services.
 */
export async function connect(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Connection> {
  const named = environment["AWS_REGION"] ?? environment["AWS_DEFAULT_REGION"];
  const lambdaEndpoint = environment["AWS_ENDPOINT_URL_LAMBDA"];
  const lambda = new LambdaClient({
    ...(named !== undefined && { region: named }),
    ...(lambdaEndpoint !== undefined && { endpoint: lambdaEndpoint }),
  });
  const { config } = lambda;
  let region: string;
  try {
    region = await config.region();
  } catch {
    return wrong(
      "No region is set. Choose where Parley should run, e.g. AWS_REGION=eu-central-1 npm run deploy:aws, or run `aws configure`.",
    );
  }
  try {
    await config.credentials();
  } catch {
    return wrong(
      "No AWS credentials were found. Run `aws configure` or `aws sso login`, or set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. They need the rights of an administrator of the account, as CloudFormation makes roles.",
    );
  }
  const endpoint = environment["AWS_ENDPOINT_URL_SSM"];
  const store = createParameterStore({
    region,
    credentials: config.credentials,
    endpoint,
  });
  return {
    kind: "connected",
    region,
    store,
    readConcurrencyLimit: () => readConcurrencyLimit(lambda),
  };
}

function wrong(problem: string): Connection {
  return { kind: "wrong", problem };
}

const TIMEOUT_MS = 10_000;

/**
 * Reads an account's limit of concurrent executions in a region; `undefined` if
 * the request fails
 * (https://docs.aws.amazon.com/lambda/latest/api/API_GetAccountSettings.html).
 */
export async function readConcurrencyLimit(
  client: LambdaClient,
): Promise<number | undefined> {
  try {
    const { AccountLimit } = await client.send(
      new GetAccountSettingsCommand({}),
      { abortSignal: AbortSignal.timeout(TIMEOUT_MS) },
    );
    return AccountLimit?.ConcurrentExecutions;
  } catch {
    return undefined;
  }
}

/**
 * Returns advice for the operator. Rethrows any error that is not a
 * `ParameterStoreError`.
 */
export function explainStoreFailure(error: unknown): string {
  if (!(error instanceof ParameterStoreError)) throw error;
  const { reason } = error;
  if (reason === "unreachable")
    return "AWS could not be reached. Is this machine online, and is the region's name right?";
  if (/Expired/.test(reason))
    return "The AWS credentials have expired. Sign in again (`aws sso login`).";
  if (/UnrecognizedClient|InvalidClientTokenId|InvalidSignature/.test(reason))
    return `AWS does not recognise these credentials (${reason}). Check the profile or the keys, and this machine's clock.`;
  if (/AccessDenied/.test(reason))
    return "These credentials may not use the Parameter Store: they need ssm:GetParameter and ssm:PutParameter, and for the rest an administrator's rights.";
  return `The Parameter Store refused: ${reason}.`;
}
