import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { SQSClient } from "@aws-sdk/client-sqs";

/** Fault of one request of a process. */
export type Fault =
  /** The process dies; the request is not made. */
  | "dies before"
  /** The process dies after the request, whose outcome it never learns. */
  | "dies after"
  /** The process pauses until released, then makes the request. */
  | "halts before"
  /** Makes the request, then pauses until released. */
  | "halts after"
  /** The service rejects that many attempts. */
  | "throttled once"
  | "throttled for long"
  /**
   * The request takes effect, but the responses of that many attempts are lost.
   */
  | "lost once"
  | "lost for good"
  /**
   * DynamoDB rejects this and all later requests for an hour, until another
   * process takes over.
   */
  | "throttled from then on"
  /** DynamoDB and SQS are unreachable from this request on, for as long. */
  | "cut off from then on";

/** `read` and `write` are DynamoDB requests. */
export type RequestKind =
  "read" | "write" | "queue" | "model" | "tool" | "part";

export interface MadeRequest {
  readonly kind: RequestKind;
  readonly name: string;
}

/** A process whose n-th request, of any kind, fails. */
export interface FaultyProcess {
  readonly requests: readonly MadeRequest[];
  /**
   * Resolves with the faulty request once it has been made; otherwise never.
   */
  readonly struck: Promise<MadeRequest>;
  readonly isDead: () => boolean;
  /** Resumes a paused process. */
  readonly release: () => void;
  readonly ask: <Result>(
    request: MadeRequest,
    work: () => Promise<Result>,
  ) => Promise<Result>;
  readonly connect: <Client extends DynamoDBClient | SQSClient>(
    client: Client,
  ) => Client;
}

class ProcessDied extends Error {
  override readonly name = "ProcessDied";
}

/** The number of attempts of Parley's clients. */
const ALL_ATTEMPTS = 4;

/** Makes a request when it is its turn. */
export type Pace = <Result>(
  work: () => Promise<Result>,
  request: MadeRequest,
) => Promise<Result>;

const AT_ONCE: Pace = (work) => work();

/**
 * Creates a process; healthy without a fault.
 * @param pace of its requests, starting with that one
 */
export function createProcess({
  at = Infinity,
  fault,
  pace = AT_ONCE,
}: { at?: number; fault?: Fault; pace?: Pace } = {}): FaultyProcess {
  const requests: MadeRequest[] = [];
  const striking = Promise.withResolvers<MadeRequest>();
  const released = Promise.withResolvers<void>();
  let isDead = false;
  const die = (): never => {
    isDead = true;
    throw new ProcessDied();
  };
  const halt = (request: MadeRequest): Promise<void> => {
    striking.resolve(request);
    return released.promise;
  };

  const ask: FaultyProcess["ask"] = async (request, work) => {
    if (isDead) die();
    const isStruck = requests.push(request) === at;
    if (isStruck && fault === "halts before") await halt(request);
    if (isStruck && fault !== "halts after") striking.resolve(request);
    if (isStruck && fault === "dies before") die();
    const isPaced = requests.length >= at;
    try {
      return await (isPaced ? pace(work, request) : work());
    } finally {
      // Regardless of the outcome: a write may have been rejected.
      if (isStruck && fault === "halts after") await halt(request);
      if (isDead || (isStruck && fault === "dies after")) die();
    }
  };

  const isSpoilt = (kind: Fault, input: object): boolean => {
    const place = requests.length + 1;
    if (!kind.endsWith(" from then on")) return place === at;
    return place >= at && (kind.startsWith("cut") || "TableName" in input);
  };

  const connect: FaultyProcess["connect"] = (client) => {
    const spoilt = new Map<object, number>();
    const { middlewareStack } = client as DynamoDBClient;
    middlewareStack.add(
      (next, { commandName = "" }) =>
        (args) => {
          if (isTrouble(fault) && isSpoilt(fault, args.input))
            spoilt.set(args.input, attemptsOf(fault));
          return ask(describeRequest(commandName, args.input), () =>
            next(args),
          );
        },
      { step: "initialize" },
    );
    middlewareStack.add(
      (next) => async (args) => {
        const left = spoilt.get(args.input) ?? 0;
        if (left === 0) return next(args);
        spoilt.set(args.input, left - 1);
        if (fault === "lost once" || fault === "lost for good") {
          await next(args);
          throw named("TimeoutError", {});
        }
        if (fault === "cut off from then on") throw named("TimeoutError", {});
        throw named(
          "TableName" in args.input
            ? "ProvisionedThroughputExceededException"
            : "ThrottlingException",
          { $retryable: { throttling: true } },
        );
      },
      { step: "deserialize" },
    );
    return client;
  };

  return {
    requests,
    struck: striking.promise,
    isDead: () => isDead,
    release: released.resolve,
    ask,
    connect,
  };
}

function isTrouble(fault: Fault | undefined): fault is Fault {
  return /^(throttled|lost|cut)/.test(fault ?? "");
}

function attemptsOf(fault: Fault): number {
  return fault.endsWith(" once") ? 1 : ALL_ATTEMPTS;
}

function named(name: string, fields: object): Error {
  return Object.assign(new Error(name), { name, ...fields });
}

function describeRequest(command: string, input: object): MadeRequest {
  const name = command.replace(/Command$/, "");
  if (!("TableName" in input)) return { kind: "queue", name };
  const kind = /^(Get|Query)/.test(name) ? "read" : "write";
  return { kind, name: `${name} ${sortKeyOf(input)}` };
}

/** Omits what differs between runs: hashes of ids and random tokens. */
function sortKeyOf(input: object): string {
  const {
    Key,
    Item,
    ExpressionAttributeValues: values,
  } = input as Record<string, Record<string, { S?: string }> | undefined>;
  const key = (Key?.["sk"] ?? Item?.["sk"] ?? values?.[":from"])?.S ?? "";
  return key.replaceAll(/[\w-]{20,}/g, "…");
}
