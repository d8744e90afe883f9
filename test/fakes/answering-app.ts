import { parseConfig } from "../../src/config/parse-config.ts";
import { createLimiter } from "../../src/limits/limiter.ts";
import { assemble } from "../../src/platforms/assemble.ts";
import { createPlatformApp } from "../../src/platforms/create-platform-app.ts";
import type { Counters } from "../../src/types/counters.ts";
import type { IncomingMessage } from "../../src/types/message.ts";
import type { Turn } from "../../src/types/turn.ts";
import { createTurn } from "../fixtures/turns.ts";
import { createConversationsArchive } from "./conversations-archive.ts";
import { createMemoryCounters } from "./memory-counters.ts";
import { createMemoryDocuments } from "./memory-documents.ts";
import { createMessageIndex } from "./message-index.ts";
import { NO_CALLBACK_PARTS } from "./no-callbacks.ts";
import { readBuiltAsset } from "./read-built-asset.ts";
import { createMemoryTurnIndex } from "./turn-index.ts";

/** A deployment's app whose mailbox answers immediately. */
export function createAnsweringApp(
  settings: Record<string, string>,
  developmentToken?: string,
  outcome: Partial<Turn> = { status: "delivered", reply: "Two.", steps: [] },
  {
    budgetCounters = createMemoryCounters(),
    telegramUrl,
  }: { budgetCounters?: Counters; telegramUrl?: string } = {},
) {
  const config = parseConfig(settings, { developmentToken });
  const delivered: IncomingMessage[] = [];
  const forgotten: string[] = [];
  const index = createMessageIndex();
  const turnIndex = createMemoryTurnIndex();
  const documents = createMemoryDocuments();
  const toTurn = (message: IncomingMessage) => ({
    ...createTurn({ message }),
    ...outcome,
  });
  const app = createPlatformApp(
    {
      config,
      documents,
      ...assemble(config, {
        index,
        callbacks: NO_CALLBACK_PARTS,
        turnIndex,
        signInStore: documents.signInStore,
        budgetCounters,
      }),
    },
    {
      mailbox: {
        ...createConversationsArchive().archive,
        ...createConversationsArchive().handover,
        async deliver(message) {
          delivered.push(message);
          return { kind: "accepted", turn: toTurn(message) };
        },
        async *watch({ id }) {
          const message = delivered.find((each) => each.id === id);
          if (message !== undefined)
            yield { type: "end", turn: toTurn(message) };
        },
        async forget(conversation) {
          forgotten.push(conversation);
          return { kind: "forgotten", ids: [] } as never;
        },
        stop: async () => ({ kind: "unknown" }),
        retry: async () => ({ kind: "unknown" }),
      },
      index,
      limiter: createLimiter({ counters: createMemoryCounters() }),
      readAsset: readBuiltAsset,
      platform: "cloudflare",
      telegramUrl,
    },
  );
  return { app, delivered, forgotten, turnIndex, documents };
}
