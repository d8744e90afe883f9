import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BusyError } from "../../types/errors.ts";

const RETRY_AFTER_MS = 5_000;
/** The operator has to fix the deployment first. */
const RETRY_AFTER_REPAIR_MS = 60_000;

/**
 * A DynamoDB request failed after all retries.
 * - `throttled`: over the table's throughput; retry later
 * - `unreachable`: no response in time, or a server error; retry later. The
 * request may have taken effect
 * - `refused`: rejected (credentials, table name, item size); do not retry
 *
 * The message contains no values; the `cause` is the client's error.
 */
export class TableError extends BusyError {
  override readonly name = "TableError";
  readonly kind: "throttled" | "unreachable" | "refused";
  /** E.g. `PutItem`. */
  readonly operation: string;

  constructor({
    kind,
    operation,
    cause,
  }: {
    kind: TableError["kind"];
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
    this.operation = operation;
  }

  /** Whether a retry may succeed. */
  get isTransient(): boolean {
    return this.kind !== "refused";
  }
}

/**
 * Error names from
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
 */
const THROTTLED = new Set([
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "ThrottlingException",
]);

const REFUSED = new Set([
  "AccessDeniedException",
  "CredentialsProviderError",
  "ExpiredTokenException",
  "IncompleteSignatureException",
  "InvalidSignatureException",
  "ItemCollectionSizeLimitExceededException",
  "MissingAuthenticationTokenException",
  "ResourceNotFoundException",
  "UnrecognizedClientException",
  "ValidationException",
]);

export function toTableError(operation: string, cause: unknown): TableError {
  const name = cause instanceof Error ? cause.name : "";
  const kind = THROTTLED.has(name)
    ? "throttled"
    : REFUSED.has(name)
      ? "refused"
      : "unreachable";
  return new TableError({ kind, operation, cause });
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
