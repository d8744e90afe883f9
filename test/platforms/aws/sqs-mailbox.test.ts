import { afterAll, beforeAll, expect, it } from "vitest";
import type { EventSource } from "../../../scripts/dev-aws/event-source.ts";
import { createMemory } from "../../../src/conversation/memory.ts";
import type { ConversationState } from "../../../src/conversation/state/state.ts";
import { NO_LIVE_TURN } from "../../../src/platforms/aws/live-state.ts";
import { createSqsMailbox } from "../../../src/platforms/aws/sqs-mailbox.ts";
import { describeMailboxContract } from "../../contracts/mailbox-contract.ts";
import { createMemoryStore } from "../../fakes/memory-store.ts";
import { NOBODY } from "../../fakes/nobody-told.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { describeWithDynamoDb } from "../../stores/dynamodb/local-table.ts";
import { listen, type ListeningServer } from "../../stubs/listen.ts";
import {
  createLocalFunctions,
  type LocalFunctions,
} from "./local-functions.ts";

describeWithDynamoDb("On DynamoDB Local and fauxqs", () => {
  let silence: ListeningServer;
  let functions: LocalFunctions;
  let source: EventSource;
  beforeAll(async () => {
    silence = await listen(() => {});
    functions = await createLocalFunctions({
      variables: { WIKIPEDIA_BASE_URL: silence.url },
    });
    source = functions.start();
  });
  afterAll(async () => {
    await source.stop();
    await silence.close();
  });

  let conversations = 0;
  let current = "";
  describeMailboxContract("SQS mailbox", {
    createMailbox: () => {
      current = `web:test ${++conversations}`;
      return createSqsMailbox(functions.parts);
    },
    createMessage: (overrides) =>
      createMessage({ text: "1+1", conversation: current, ...overrides }),
    endless: "Who was Noah Answer?",
  });
});

it("queues a deleted conversation whose turn still runs, so that its worker erases the rest", async () => {
  const store = createMemoryStore<ConversationState>();
  const memoryOf = () => createMemory({ store, leaseMs: 60_000 });
  const { conversation, ...message } = createMessage({ id: "1" });
  const worker = memoryOf();
  await worker.openTurn({ ...message, conversation }, { limit: 1 });
  await worker.beginAttempt("1");
  const queued: string[] = [];
  const written: object[] = [];
  const unused = () => Promise.reject(new Error("Not asked for here."));
  const mailbox = createSqsMailbox({
    conversations: {
      memoryOf,
      liveStateOf: () => ({
        read: async () => NO_LIVE_TURN,
        write: async (live) => void written.push(live),
        isWatched: unused,
        noteWatcher: unused,
      }),
      turnPollerOf: () => unused,
      due: { put: unused, list: unused, remove: unused },
    },
    queue: { send: async (name) => void queued.push(name), hide: unused },
    bot: { access: {}, handoverSilenceMs: 0 },
    channels: { find: unused },
    listing: { turnIndex: undefined, model: "" },
    telling: NOBODY,
  });
  await mailbox.forget(conversation);
  expect(await memoryOf().hasForgotten()).toBe(true);
  expect(queued).toEqual([conversation]);
  // A dead worker would leave the answer that it wrote there.
  expect(written).toEqual([NO_LIVE_TURN]);
});
