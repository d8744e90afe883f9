import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { SQSClient } from "@aws-sdk/client-sqs";

/** What happens to one request of a process. */
export type Fault =
  /** The process is gone: the request is not made. */
  | "dies before"
  /** The process is gone: the request is made, and nobody learns what came of it. */
  | "dies after"
  /** The process pauses until it is released, then makes the request. */
  | "halts before"
  /** The request is made, then the process pauses until it is released. */
  | "halts after"
  /** The service refuses it in so many attempts. */
  | "throttled once"
  | "throttled for long"
  /** It is done, and its answer is lost in so many attempts. */
  | "lost once"
  | "lost for good"
  /** DynamoDB refuses this request and all that come after it, for an hour: until another process goes on. */
  | "throttled from then on"
  /** Neither DynamoDB nor SQS can be reached from this request on, for as long. */
  | "cut off from then on";

/** `read` and `write` are DynamoDB's. */
export type RequestKind =
  "read" | "write" | "queue" | "model" | "tool" | "part";

export interface MadeRequest {
  readonly kind: RequestKind;
  readonly name: string;
}

/** A process whose n-th request goes wrong, whatever it asks for. */
export interface FaultyProcess {
  readonly requests: readonly MadeRequest[];
  /** Resolves with the request once it has been made; never resolves if it is not made. */
  readonly struck: Promise<MadeRequest>;
  readonly isDead: () => boolean;
  /** Resumes a paused one. */
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

/** Those of the clients of src. */
const ALL_ATTEMPTS = 4;

/** Makes a request when it is time for it. */
export type Pace = <Result>(
  work: () => Promise<Result>,
  request: MadeRequest,
) => Promise<Result>;

const AT_ONCE: Pace = (work) => work();

/**
 * Without a fault it is a healthy one.
 * @param pace of its requests from that one on
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
      // Whatever came of it: a write may have been refused.
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

/** Without what differs from run to run: hashes of ids, and marks that nobody can guess. */
function sortKeyOf(input: object): string {
  const {
    Key,
    Item,
    ExpressionAttributeValues: values,
  } = input as Record<string, Record<string, { S?: string }> | undefined>;
  const key = (Key?.["sk"] ?? Item?.["sk"] ?? values?.[":from"])?.S ?? "";
  return key.replaceAll(/[\w-]{20,}/g, "…");
}
