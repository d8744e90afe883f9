import { BusyError } from "../../errors.ts";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";

const RETRY_AFTER_MS = 5_000;
/** Somebody has to set the deployment right first. */
const RETRY_AFTER_REPAIR_MS = 60_000;

/**
 * DynamoDB did not do what it was asked to, also not when it was asked again.
 * - `throttled`: more requests than the table takes at a time; later
 * - `unreachable`: no answer in time, or an error on its side; later. What was asked may have been done
 * - `refused`: it does not take the request (credentials, name of the table, size of an item); asking again will not help
 *
 * The message names no values; the `cause` is the client's error.
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

  /** Whether the same request may succeed later. */
  get isTransient(): boolean {
    return this.kind !== "refused";
  }
}

/** By the names of errors that DynamoDB documents: "Error handling with DynamoDB" in its developer guide. */
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
