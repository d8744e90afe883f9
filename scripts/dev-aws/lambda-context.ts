import { randomUUID } from "node:crypto";
import type { Context } from "aws-lambda";

/** The context that Lambda passes with an invocation. */
export function createContext({ timeoutMs }: { timeoutMs: number }): Context {
  const end = Date.now() + timeoutMs;
  return {
    awsRequestId: randomUUID(),
    callbackWaitsForEmptyEventLoop: true,
    functionName: "local",
    functionVersion: "$LATEST",
    invokedFunctionArn:
      "arn:aws:lambda:eu-central-1:000000000000:function:local",
    logGroupName: "local",
    logStreamName: "local",
    memoryLimitInMB: "512",
    getRemainingTimeInMillis: () => Math.max(0, end - Date.now()),
    // Deprecated and unused.
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
}
