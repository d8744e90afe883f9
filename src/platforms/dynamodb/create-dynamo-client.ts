import { DynamoDBClient } from "@aws-sdk/client-dynamodb";

/**
 * A client that asks again, up to four times in all and with jittered waits between, what DynamoDB throttles or fails to
 * answer. Works in workerd and in Node.
 * @param credentials those of the environment (of a Lambda function's role) without them
 * @param endpoint of an emulator; AWS's own without it
 */
export function createDynamoClient({
  region,
  credentials,
  endpoint,
}: {
  region: string;
  credentials?:
    | { readonly accessKeyId: string; readonly secretAccessKey: string }
    | undefined;
  endpoint?: string | undefined;
}): DynamoDBClient {
  return new DynamoDBClient({
    region,
    retryMode: "standard",
    maxAttempts: 4,
    ...(credentials !== undefined && { credentials }),
    ...(endpoint !== undefined && { endpoint }),
  });
}
