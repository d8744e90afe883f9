import {
  DynamoDBClient,
  DynamoDBServiceException,
} from "@aws-sdk/client-dynamodb";
import { BusyError } from "../../types/errors.ts";

const RETRY_AFTER_MS = 5_000;
/** The operator has to fix the deployment first. */
const RETRY_AFTER_REPAIR_MS = 60_000;

/**
 * A DynamoDB request failed after all retries.
 * - `unreachable`: throttled, no response in time, or a server error; retry
 * later. The request may have taken effect
 * - `refused`: rejected (credentials, table name, item size); do not retry
 *
 * The message contains no values; the `cause` is the client's error.
 */
export class TableError extends BusyError {
  override readonly name = "TableError";
  readonly kind: "unreachable" | "refused";

  constructor({
    kind,
    operation,
    cause,
  }: {
    kind: TableError["kind"];
    /** E.g. `PutItem`. */
    operation: string;
    cause: unknown;
  }) {
    const reason = cause instanceof Error ? cause.name : typeof cause;
    super({
      reason: `DynamoDB: ${operation} was ${kind} (${reason}).`,
      retryAfterMs: kind === "refused" ? RETRY_AFTER_REPAIR_MS : RETRY_AFTER_MS,
      cause,
    });
    this.kind = kind;
  }
}

/**
 * Over the table's throughput, with the status of a wrong request:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
 */
const THROTTLED = /Throttling|ThroughputExceeded|RequestLimitExceeded/;

export function toTableError(operation: string, cause: unknown): TableError {
  const kind = isRefusal(cause) ? "refused" : "unreachable";
  return new TableError({ kind, operation, cause });
}

function isRefusal(cause: unknown): boolean {
  // There are no credentials to send a request with.
  if (cause instanceof Error && cause.name === "CredentialsProviderError")
    return true;
  return (
    cause instanceof DynamoDBServiceException &&
    Math.floor((cause.$metadata.httpStatusCode ?? 0) / 100) === 4 &&
    !THROTTLED.test(cause.name)
  );
}

/**
 * Creates a client that sends throttled and failed requests up to four times,
 * with jittered backoff. Works in workerd and in Node.
 * @param credentials default to the environment's, e.g. of a Lambda function's
 * role
 * @param endpoint of an emulator; defaults to AWS
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
