import type { FailureList } from "../../src/archive.ts";
import { parseConfig } from "../../src/config.ts";
import type { IncomingMessage } from "../../src/message.ts";
import { assemble } from "../../src/platforms/assemble.ts";
import { createPlatformApp } from "../../src/platforms/create-platform-app.ts";
import type { Problem } from "../../src/channel.ts";
import { createTurn } from "../fixtures/turns.ts";
import { createConversationsArchive } from "./conversations-archive.ts";
import { createMemoryCounters } from "./memory-counters.ts";
import { readBuiltAsset } from "./read-built-asset.ts";
import { createMessageIndex } from "./message-index.ts";
import { NO_CALLBACK_PARTS } from "./no-callbacks.ts";

/** What the app made of a request. */
export interface Received {
  readonly status: number;
  /** The body of a refusal. */
  readonly problem?: Pick<Problem, "status" | "detail" | "errors"> & {
    readonly type: string;
  };
  /** That were delivered. */
  readonly messages: readonly IncomingMessage[];
}

/** The app of a platform, with these settings, over a mailbox that takes every message and has answered it at once. */
export function createReceivingApp(
  settings: Readonly<Record<string, string>>,
): (request: Request) => Promise<Received> {
  const config = parseConfig({ WRONG_KEYS_PER_MINUTE: "0", ...settings });
  let delivered: IncomingMessage[] = [];
  const index = createMessageIndex();
  const app = createPlatformApp(
    { config, ...assemble(config, { index, callbacks: NO_CALLBACK_PARTS }) },
    {
      mailbox: {
        ...createConversationsArchive().archive,
        async deliver(message) {
          delivered.push(message);
          return { kind: "accepted", turn: createTurn({ message }) };
        },
        async *watch({ id }) {
          const message = delivered.find((each) => each.id === id);
          if (message !== undefined)
            yield { type: "end", turn: createTurn({ message }) };
        },
        stop: async () => ({ kind: "unknown" }),
        retry: async () => ({ kind: "unknown" }),
      },
      index,
      failures: {} as FailureList,
      counters: createMemoryCounters(),
      readAsset: readBuiltAsset,
      platform: "cloudflare",
    },
  );
  return async (request) => {
    delivered = [];
    const response = await app.fetch(request, { clientAddress: "203.0.113.7" });
    const { status, headers } = response;
    const text = await response.text();
    const isProblem =
      headers.get("content-type") === "application/problem+json";
    return {
      status,
      ...(isProblem && { problem: JSON.parse(text) }),
      messages: delivered,
    };
  };
}
