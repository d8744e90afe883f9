import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { connect } from "./local-table.ts";

/** The process is gone: whatever it still asks for is not done. */
export class ProcessDied extends Error {
  override readonly name = "ProcessDied";
}

/**
 * A client of a process that dies at its n-th request: before that reaches DynamoDB, or after, when nobody learns any more
 * what came of it. `requests` counts those that were made.
 */
export function connectUntil(
  fatal: number,
  when: "before" | "after",
): { client: DynamoDBClient; requests: () => number } {
  const client = connect();
  let requests = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      requests++;
      if (requests > fatal || (requests === fatal && when === "before"))
        throw new ProcessDied();
      const output = await next(args);
      if (requests >= fatal) throw new ProcessDied();
      return output;
    },
    { step: "initialize" },
  );
  return { client, requests: () => requests };
}

/**
 * A client that goes wrong in its first attempts at each request: `throttled` by DynamoDB, or the answer is `lost` when
 * the request was carried out. It asks again by itself.
 */
export function connectThrough(
  trouble: "throttled" | "lost",
  { attempts }: { attempts: number },
): DynamoDBClient {
  const client = connect();
  const failed = new WeakMap<object, number>();
  client.middlewareStack.add(
    (next) => async (args) => {
      const count = failed.get(args.input) ?? 0;
      failed.set(args.input, count + 1);
      if (count >= attempts) return next(args);
      if (trouble === "lost") {
        await next(args);
        throw Object.assign(new Error("The answer was lost."), {
          name: "TimeoutError",
        });
      }
      throw Object.assign(new Error("Too many requests."), {
        name: "ThrottlingException",
        $retryable: { throttling: true },
      });
    },
    { step: "deserialize" },
  );
  return client;
}
