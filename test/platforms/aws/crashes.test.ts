import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
} from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { toEvent } from "../../../scripts/dev-aws/event-source.ts";
import { createContext } from "../../../scripts/dev-aws/lambda-context.ts";
import { createFailureList } from "../../../src/conversation/failures/failure-list.ts";
import { createConversations } from "../../../src/platforms/aws/conversations.ts";
import { createTurnQueue } from "../../../src/platforms/aws/queues.ts";
import type { SetUp } from "../../../src/platforms/aws/set-up.ts";
import { runTurns } from "../../../src/platforms/aws/worker-handler.ts";
import { createDynamoStore } from "../../../src/stores/dynamodb/dynamo-store.ts";
import { createDynamoTable } from "../../../src/stores/dynamodb/table.ts";
import type { Channel } from "../../../src/types/channel.ts";
import type { LanguageModel } from "../../../src/types/model.ts";
import { action, createAgent, finalAnswer } from "../../fakes/create-agent.ts";
import { createRecordingChannel } from "../../fakes/recording-channel.ts";
import { createScriptedModel } from "../../fakes/scripted-model.ts";
import { createScriptedTool } from "../../fakes/scripted-tool.ts";
import {
  createProcess,
  type FaultyProcess,
  type MadeRequest,
} from "../../faults/aws/process.ts";
import { createMessage } from "../../fixtures/messages.ts";
import {
  connect,
  describeWithDynamoDb,
} from "../../stores/dynamodb/local-table.ts";
import {
  createLocalFunctions,
  createMailbox,
  type LocalFunctions,
} from "./local-functions.ts";
import { connectToQueues } from "./local-queue.ts";

/**
 * A dead process blocks its conversation this long; a live one need not renew
 * the lease within a turn, even on a busy machine.
 */
const LEASE_MS = 2_000;
/** Long enough for no renewals, so that each turn makes the same requests. */
const VISIBILITY_MS = 60_000;
/** Scenes that run in parallel. */
const BATCH = 8;
const TELEGRAM = "telegram";

describeWithDynamoDb("A function killed", () => {
  let functions: LocalFunctions;
  beforeAll(async () => {
    functions = await createLocalFunctions();
    for (const method of ["error", "warn"] as const)
      vi.spyOn(console, method).mockImplementation(() => {});
  });
  afterAll(() => vi.restoreAllMocks());

  /** A conversation with a bot that calls a tool, then answers. */
  const createScene = (name: string) => {
    const channel = createRecordingChannel();
    const tool = createScriptedTool("weather", () => "Snow.");
    const replies = [action("weather", { text: "Oslo" }), finalAnswer("Snow.")];
    let asked = 0;
    const message = createMessage({
      id: "1",
      conversation: `telegram:${name}`,
      channel: TELEGRAM,
      text: "How is the weather?",
    });
    const partsOf = (process: FaultyProcess): SetUp => {
      const { parts, environment, queueUrl } = functions;
      const table = createDynamoTable({
        client: process.connect(connect()),
        tableName: environment["DYNAMODB_TABLE"] ?? "",
      });
      // The prompt shows whether the tool has already run.
      const model: LanguageModel = {
        name: "scripted",
        async *generate(prompt, options) {
          yield* await process.ask({ kind: "model", name: "model" }, () => {
            asked++;
            const hasObserved = JSON.stringify(prompt).includes("Snow.");
            const reply = replies[hasObserved ? 1 : 0] ?? "";
            const scripted = createScriptedModel([reply]);
            return Array.fromAsync(scripted.generate(prompt, options));
          });
        },
      };
      const telegram: Channel = {
        ...channel,
        send: (...given) =>
          process.ask({ kind: "part", name: "part" }, () =>
            channel.send(...given),
          ),
      };
      return {
        ...parts,
        bot: { ...parts.bot, agent: createAgent({ model, tools: [tool] }) },
        channels: { ...parts.channels, find: async () => telegram },
        conversations: createConversations({
          table,
          leaseMs: LEASE_MS,
          retentionDays: 0,
          keepsPages: false,
        }),
        failures: createFailureList({
          store: createDynamoStore({ table, pk: "failures" }),
        }),
        queue: createTurnQueue({
          client: process.connect(connectToQueues()),
          url: queueUrl,
        }),
        visibilityMs: VISIBILITY_MS,
      };
    };
    return { channel, message, partsOf, asked: () => asked };
  };
  type Scene = ReturnType<typeof createScene>;

  const run = (parts: SetUp, body: string) =>
    runTurns(
      toEvent([
        {
          MessageId: body,
          Body: body,
          ReceiptHandle: "gone",
          Attributes: { ApproximateReceiveCount: "1" },
        },
      ]),
      createContext({ timeoutMs: 900_000 }),
      parts,
    );
  const bodyOf = ({ message: { conversation } }: Scene): string =>
    JSON.stringify({ conversation });

  /** Redelivers the message until it is done. */
  const finish = async (scene: Scene): Promise<void> => {
    await vi.waitUntil(
      async () =>
        (await run(scene.partsOf(createProcess()), bodyOf(scene)))
          .batchItemFailures.length === 0,
      { timeout: 15_000, interval: 100 },
    );
  };

  const expectAnswered = async (scene: Scene, mayBeTwice: boolean) => {
    const memory = functions.parts.conversations.memoryOf(
      scene.message.conversation,
    );
    const record = await memory.readRecord();
    expect(record?.messages.map(({ text }) => text)).toEqual([
      "How is the weather?",
      "Snow.",
    ]);
    expect(await memory.findTurn("1")).toMatchObject({ status: "delivered" });
    expect(await memory.nextTurn()).toBeUndefined();
    const shown = scene.channel.shown();
    expect(shown.slice(0, 1)).toEqual(["Snow."]);
    expect(shown.length).toBeLessThanOrEqual(mayBeTwice ? 2 : 1);
  };

  const countRequests = async (): Promise<readonly MadeRequest[]> => {
    const scene = createScene(crypto.randomUUID());
    await createMailbox(scene.partsOf(createProcess())).deliver(scene.message);
    const healthy = createProcess();
    await run(scene.partsOf(healthy), bodyOf(scene));
    return healthy.requests;
  };

  for (const when of ["before", "after"] as const)
    it(`${when} any request of a turn leaves it to the next one, which sends the answer once`, async () => {
      const requests = await countRequests();
      const count = (kind: MadeRequest["kind"]) =>
        requests.filter((request) => request.kind === kind).length;
      expect(count("model")).toBe(2);
      expect(count("part")).toBe(1);
      const inWindow: number[] = [];
      await forEachOf(requests, async (index) => {
        const scene = createScene(`${when}-${index}`);
        await createMailbox(scene.partsOf(createProcess())).deliver(
          scene.message,
        );
        const dying = dyingAt(index, when);
        await run(scene.partsOf(dying), bodyOf(scene)).catch(() => {});
        // The only window for a second send: sent, but not yet recorded.
        const memory = functions.parts.conversations.memoryOf(
          scene.message.conversation,
        );
        const isUnrecorded = (await memory.pendingParts("1")).length > 0;
        const isInWindow = scene.channel.shown().length === 1 && isUnrecorded;
        if (isInWindow) inWindow.push(index);
        await finish(scene);
        await expectAnswered(scene, isInWindow);
        expect(scene.asked()).toBeLessThanOrEqual(3);
      });
      // Two if the worker has read the turn in between.
      expect([1, 2]).toContain(inWindow.length);
    }, 60_000);

  for (const when of ["before", "after"] as const)
    it(`${when} any request of accepting a message still queues it when it is redelivered`, async () => {
      const count = createProcess();
      const first = createScene(`accepting ${when}`);
      await createMailbox(first.partsOf(count)).deliver(first.message);
      await forEachOf(count.requests, async (index) => {
        const scene = createScene(`in ${when}-${index}`);
        const dying = createMailbox(scene.partsOf(dyingAt(index, when)));
        await expect(dying.deliver(scene.message)).rejects.toThrow();
        const again = createMailbox(scene.partsOf(createProcess()));
        expect(await again.deliver(scene.message)).toMatchObject({
          turn: { id: "1" },
        });
      });
      const queued = await drainQueue();
      for (const [index] of count.requests.entries())
        expect(queued).toContain(`telegram:in ${when}-${index}`);
    }, 60_000);

  /** Empties the queue; returns its messages' conversations. */
  const drainQueue = async (): Promise<string[]> => {
    const { client, queueUrl: QueueUrl } = functions;
    const found: string[] = [];
    for (;;) {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
      );
      if (Messages.length === 0) return found;
      for (const { Body = "{}", ReceiptHandle } of Messages) {
        const { conversation } = JSON.parse(Body) as { conversation: string };
        found.push(conversation);
        await client.send(
          new DeleteMessageCommand({ QueueUrl, ReceiptHandle }),
        );
      }
    }
  };
});

function dyingAt(index: number, when: "before" | "after"): FaultyProcess {
  return createProcess({ at: index + 1, fault: `dies ${when}` });
}

async function forEachOf(
  requests: readonly MadeRequest[],
  play: (index: number) => Promise<void>,
): Promise<void> {
  const indices = [...requests.keys()];
  while (indices.length > 0)
    await Promise.all(indices.splice(0, BATCH).map(play));
}
