import type { IncomingMessage } from "../../src/types/message.ts";
import type { Problem } from "../../src/types/problem.ts";
import { createAnsweringApp } from "./answering-app.ts";

/** How the app handled a request. */
export interface Received {
  readonly status: number;
  /** The problem, if it was rejected. */
  readonly problem?: Pick<Problem, "status" | "detail" | "errors"> & {
    readonly type: string;
  };
  /** The accepted messages. */
  readonly messages: readonly IncomingMessage[];
}

/**
 * The app with these settings, over a mailbox that accepts each message and
 * answers it immediately.
 */
export function createReceivingApp(
  settings: Readonly<Record<string, string>>,
): (request: Request) => Promise<Received> {
  const { app, delivered } = createAnsweringApp(
    { WRONG_KEYS_PER_MINUTE: "0", ...settings },
    undefined,
    {},
  );
  return async (request) => {
    delivered.length = 0;
    const response = await app.fetch(request, { clientAddress: "203.0.113.7" });
    const { status, headers } = response;
    const text = await response.text();
    const isProblem =
      headers.get("content-type") === "application/problem+json";
    return {
      status,
      ...(isProblem && { problem: JSON.parse(text) }),
      messages: [...delivered],
    };
  };
}
