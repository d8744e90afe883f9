import { SQSClient } from "@aws-sdk/client-sqs";
import {
  createParameterStore,
  type ParameterStore,
} from "../../src/platforms/aws/parameter-store.ts";

import { readConcurrencyLimit } from "./read-concurrency-limit.ts";

export type Connection =
  | {
      readonly kind: "connected";
      readonly region: string;
      readonly store: ParameterStore;
      /** How many executions the account may have at the same time; `undefined` where AWS does not say. */
      readonly readConcurrencyLimit: () => Promise<number | undefined>;
    }
  /** What is missing, and how to mend it. */
  | { readonly kind: "wrong"; readonly problem: string };

/** Finds region and credentials where the AWS command line finds them: variables, `~/.aws`, single sign-on. Asks nobody yet. */
export async function connect(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Connection> {
  const named = environment["AWS_REGION"] ?? environment["AWS_DEFAULT_REGION"];
  // Only for what it knows of this machine's settings.
  const { config } = new SQSClient(
    named === undefined ? {} : { region: named },
  );
  let region: string;
  try {
    region = await config.region();
  } catch {
    return wrong(
      "No region is set. Say where Parley is to run, e.g. AWS_REGION=eu-central-1 npm run deploy:aws, or run `aws configure`.",
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
    ...(endpoint !== undefined && { endpoint }),
  });
  return {
    kind: "connected",
    region,
    store,
    readConcurrencyLimit: () =>
      readConcurrencyLimit({
        region,
        credentials: config.credentials,
        endpoint: environment["AWS_ENDPOINT_URL_LAMBDA"],
      }),
  };
}

function wrong(problem: string): Connection {
  return { kind: "wrong", problem };
}
