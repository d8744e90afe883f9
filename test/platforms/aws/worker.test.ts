import { BatchWriteItemCommand } from "@aws-sdk/client-dynamodb";
import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  type Message,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import type { SQSBatchResponse } from "aws-lambda";
import { afterEach, expect, it, vi } from "vitest";
import { toEvent } from "../../../scripts/dev-aws/event-source.ts";
import { createContext } from "../../../scripts/dev-aws/lambda-context.ts";
import { keys } from "../../../src/conversation/state/pieces.ts";
import { toPartitionKey } from "../../../src/platforms/aws/conversations.ts";
import type { TurnWorker } from "../../../src/platforms/aws/run-conversation.ts";
import { createSqsMailbox } from "../../../src/platforms/aws/sqs-mailbox.ts";
import { runTurns } from "../../../src/platforms/aws/worker-handler.ts";
import { marshal } from "../../../src/stores/dynamodb/attributes.ts";
import { toTableError } from "../../../src/stores/dynamodb/table-error.ts";
import { ModelError } from "../../../src/types/errors.ts";
import type { IncomingMessage } from "../../../src/types/message.ts";
import { action, createAgent, finalAnswer } from "../../fakes/create-agent.ts";
import { createRecordingChannel } from "../../fakes/recording-channel.ts";
import {
  createScriptedModel,
  type ScriptedReply,
} from "../../fakes/scripted-model.ts";
import { createScriptedTool } from "../../fakes/scripted-tool.ts";
import { createMessage } from "../../fixtures/messages.ts";
import {
  connect,
  describeWithDynamoDb,
} from "../../stores/dynamodb/local-table.ts";
import {
  createLocalFunctions,
  type LocalFunctions,
} from "./local-functions.ts";

const UNREACHABLE = new ModelError({ kind: "unreachable" });

/** A worker with a scripted model and a channel that records what it sends. */
function createTurnWorker(
  { parts }: LocalFunctions,
  replies: readonly ScriptedReply[],
) {
  const model = createScriptedModel(replies);
  const channel = createRecordingChannel();
  const worker: TurnWorker = {
    ...parts,
    bot: { ...parts.bot, agent: createAgent({ model }) },
    channels: { ...parts.channels, find: async () => channel },
  };
  return { worker, model, channel };
}

/** Creates as many pages of the conversation, 25 at a time. */
async function putPages(
  { environment: { DYNAMODB_TABLE = "" } }: LocalFunctions,
  pk: string,
  count: number,
): Promise<void> {
  const client = connect();
  for (let from = 0; from < count; from += 25)
    await client.send(
      new BatchWriteItemCommand({
        RequestItems: {
          [DYNAMODB_TABLE]: Array.from({ length: 25 }, (_, index) => ({
            PutRequest: {
              Item: marshal({
                pk,
                sk: `piece/${keys.page(String(from + index), 0)}`,
                version: 1,
                body: "0",
              }),
            },
          })),
        },
      }),
    );
}

async function receive(
  { client, queueUrl }: { client: SQSClient; queueUrl: string },
  { waitSeconds = 0 } = {},
): Promise<Message[]> {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: 10,
      WaitTimeSeconds: waitSeconds,
      MessageSystemAttributeNames: ["All"],
    }),
  );
  return Messages;
}

const run = (
  worker: TurnWorker,
  messages: readonly Message[],
  { timeoutMs = 900_000 } = {},
): Promise<SQSBatchResponse> =>
  runTurns(toEvent(messages), createContext({ timeoutMs }), worker);

const DONE = { batchItemFailures: [] };
const failed = (...messages: readonly (Message | undefined)[]) => ({
  batchItemFailures: messages.map((message) => ({
    itemIdentifier: message?.MessageId,
  })),
});

const say = (
  text: string,
  overrides: Partial<IncomingMessage> = {},
): IncomingMessage =>
  createMessage({
    id: text,
    text,
    conversation: "telegram:1",
    channel: "telegram",
    ...overrides,
  });

describeWithDynamoDb("The worker", () => {
  afterEach(() => vi.restoreAllMocks());

  it("runs one turn for merged messages", async () => {
    const functions = await createLocalFunctions();
    const { worker, channel, model } = createTurnWorker(functions, [
      finalAnswer("Both."),
    ]);
    await functions.mailbox.deliver(say("one"));
    await functions.mailbox.deliver(say("two"));
    expect(await run(worker, await receive(functions))).toEqual(DONE);
    expect(channel.shown()).toEqual(["Both."]);
    expect(model.prompts).toHaveLength(1);
  });

  it("also runs turns whose queue message was lost", async () => {
    const functions = await createLocalFunctions();
    const { worker, channel } = createTurnWorker(functions, [
      finalAnswer("One."),
      finalAnswer("Two."),
    ]);
    const { conversations } = worker;
    await functions.mailbox.deliver(say("one"));
    const lost = say("two", { author: { id: "another one" } });
    await conversations.memoryOf("telegram:1").openTurn(lost, { limit: 9 });
    expect(await run(worker, await receive(functions))).toEqual(DONE);
    expect(channel.shown()).toEqual(["One.", "Two."]);
  });

  it("runs what is passed on to a linked conversation", async () => {
    const functions = await createLocalFunctions();
    const { worker, channel } = createTurnWorker(functions, [
      finalAnswer("Hi."),
    ]);
    await functions.parts.bot.links?.deliver(say("one"));
    expect(await run(worker, await receive(functions))).toEqual(DONE);
    expect(channel.shown()).toEqual(["Hi."]);
  });

  it("runs a turn that was stored but never queued when it is read a minute later", async () => {
    for (const way of ["find", "watch"] as const) {
      const functions = await createLocalFunctions();
      const { worker, channel } = createTurnWorker(functions, [
        finalAnswer("Late."),
      ]);
      const message = say("lost");
      const memory = worker.conversations.memoryOf("telegram:1");
      await memory.openTurn(message, { limit: 9 });
      const clock = { at: Date.now() };
      const mailbox = createSqsMailbox({
        ...functions.parts,
        now: () => clock.at,
      });
      const ask = async () => {
        if (way === "find") {
          await mailbox.findTurn(message);
          return;
        }
        const caller = new AbortController();
        const events = mailbox.watch(message, { signal: caller.signal });
        const next = events[Symbol.asyncIterator]().next();
        // It has found the turn and would now wait for events.
        caller.abort(new Error("Gone."));
        await expect(next).rejects.toThrow("Gone.");
      };
      await ask();
      expect(await receive(functions)).toEqual([]);
      clock.at += 61_000;
      await ask();
      expect(await run(worker, await receive(functions))).toEqual(DONE);
      expect(channel.shown()).toEqual(["Late."]);
    }
  });

  it("erases a long conversation in several messages, with what is written meanwhile", async () => {
    const functions = await createLocalFunctions();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { worker, channel, model } = createTurnWorker(functions, [
      [held, finalAnswer("Forgotten.")],
      finalAnswer("Next."),
    ]);
    const { mailbox, client, queueUrl, table } = functions;
    const pk = toPartitionKey("conversation", "telegram:1");
    await mailbox.deliver(say("first", { author: { id: "someone else" } }));
    await putPages(functions, pk, 1_100);
    const [first] = await receive(functions);
    const running = run(worker, [first ?? {}]);
    await vi.waitUntil(() => model.prompts.length === 1);
    expect(await mailbox.forget("telegram:1")).toMatchObject({ turns: 1 });
    release();
    expect(await running).toEqual(DONE);
    await mailbox.deliver(say("next"));
    const finish = (message: Message | undefined) =>
      client.send(
        new DeleteMessageCommand({
          QueueUrl: queueUrl,
          ReceiptHandle: message?.ReceiptHandle,
        }),
      );
    await finish(first);
    let messages = 0;
    for (;;) {
      const [message] = await receive(functions);
      if (message === undefined) break;
      expect(await run(worker, [message])).toEqual(DONE);
      await finish(message);
      messages++;
    }
    expect(channel.shown()).toEqual(["Next."]);
    // Two that erase, and the turn's own, which may find nothing to do.
    expect(messages).toBeGreaterThanOrEqual(2);
    const left = await table.query({ pk, from: " ", to: "~" });
    expect(left.filter(({ sk }) => sk.includes("/page/"))).toEqual([]);
    expect(JSON.stringify(left)).not.toMatch(/Forgotten|someone else/);
  });

  it.each([
    ["its message was received before", "2", 900_000],
    ["no time is left for another", "1", 100_000],
  ])(
    "queues a new message for the remaining turns if %s",
    async (_, receives, timeoutMs) => {
      const functions = await createLocalFunctions();
      const { worker, channel } = createTurnWorker(functions, [
        finalAnswer("One."),
        finalAnswer("Two."),
      ]);
      await functions.mailbox.deliver(say("one"));
      await worker.conversations
        .memoryOf("telegram:1")
        .openTurn(say("two", { author: { id: "another one" } }), { limit: 9 });
      const [message] = await receive(functions);
      const old = {
        ...message,
        Attributes: {
          ...message?.Attributes,
          ApproximateReceiveCount: receives,
        },
      };
      expect(await run(worker, [old], { timeoutMs })).toEqual(DONE);
      expect(channel.shown()).toEqual(["One."]);
      await functions.client.send(
        new DeleteMessageCommand({
          QueueUrl: functions.queueUrl,
          ReceiptHandle: message?.ReceiptHandle,
        }),
      );
      await run(worker, await receive(functions));
      expect(channel.shown()).toEqual(["One.", "Two."]);
    },
  );

  it("reports a failed message and those after it in its group, but no other group's", async () => {
    const functions = await createLocalFunctions();
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { worker, channel, model } = createTurnWorker(functions, [
      UNREACHABLE,
      finalAnswer("Hi."),
    ]);
    await functions.mailbox.deliver(say("first"));
    await functions.mailbox.deliver(
      say("other", { conversation: "telegram:2" }),
    );
    const [first, other] = await receive(functions);
    const behind = { ...first, MessageId: "behind", ReceiptHandle: "behind" };
    const hide = vi.spyOn(worker.queue, "hide");
    expect(await run(worker, [first ?? {}, other ?? {}, behind])).toEqual(
      failed(first, behind),
    );
    expect(channel.shown()).toContain("Hi.");
    expect(model.prompts).toHaveLength(2);
    expect(hide.mock.calls.map(([receipt]) => receipt)).not.toContain("behind");
  });

  it("hides the message until the next attempt, which blocks those after it", async () => {
    const functions = await createLocalFunctions();
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { worker, channel } = createTurnWorker(functions, [
      UNREACHABLE,
      finalAnswer("Finally."),
      finalAnswer("Next."),
    ]);
    await functions.mailbox.deliver(say("first"));
    const messages = await receive(functions);
    const hide = vi.spyOn(worker.queue, "hide");
    expect(await run(worker, messages)).toEqual(failed(...messages));
    expect(hide.mock.lastCall?.[1]).toBe(2_000);
    await functions.mailbox.deliver(
      say("second", { author: { id: "another one" } }),
    );
    expect(await receive(functions)).toEqual([]);
    const again = await receive(functions, { waitSeconds: 5 });
    expect(again[0]?.Attributes?.ApproximateReceiveCount).toBe("2");
    await run(worker, again);
    expect(channel.shown()).toEqual(["Finally."]);
  });

  it("hides a message again that arrives before the next attempt", async () => {
    const functions = await createLocalFunctions();
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { worker, model } = createTurnWorker(functions, [UNREACHABLE]);
    await functions.mailbox.deliver(say("first"));
    const messages = await receive(functions);
    await run(worker, messages);
    const hide = vi.spyOn(worker.queue, "hide");
    expect(await run(worker, messages)).toEqual(failed(...messages));
    expect(hide.mock.lastCall?.[1]).toBeGreaterThan(0);
    expect(model.prompts).toHaveLength(1);
  });

  it("redelivers a message hidden until its retry when the turn is stopped or deleted", async () => {
    for (const end of ["stop", "forget"] as const) {
      const functions = await createLocalFunctions();
      vi.spyOn(console, "error").mockImplementation(() => {});
      const tooMany = new ModelError({
        kind: "rate-limited",
        retryAfterMs: 100_000,
      });
      const { worker } = createTurnWorker(functions, [tooMany]);
      const { mailbox } = functions;
      const message = say("first");
      await mailbox.deliver(message);
      await run(worker, await receive(functions));
      expect(await receive(functions)).toEqual([]);
      if (end === "stop") await mailbox.stop(message);
      else await mailbox.forget(message.conversation);
      const again = await receive(functions, { waitSeconds: 5 });
      expect(again).toHaveLength(1);
      expect(await run(worker, again)).toEqual(DONE);
      if (end === "stop")
        expect(await mailbox.findTurn(message)).toMatchObject({
          isStopped: true,
          status: "delivered",
        });
    }
  });

  it("runs the next turn soon if one is stopped or deleted just before its retry is scheduled", async () => {
    for (const end of ["stop", "forget"] as const) {
      const functions = await createLocalFunctions();
      const { mailbox } = functions;
      const tooMany = new ModelError({
        kind: "rate-limited",
        retryAfterMs: 100_000,
      });
      const { worker, channel } = createTurnWorker(functions, [
        tooMany,
        finalAnswer("Next."),
      ]);
      const message = say("first");
      let ending: Promise<unknown> | undefined;
      vi.spyOn(console, "error").mockImplementation(() => {
        ending ??=
          end === "stop"
            ? mailbox.stop(message)
            : mailbox.forget(message.conversation);
      });
      await mailbox.deliver(message);
      await run(worker, await receive(functions));
      await ending;
      await mailbox.deliver(say("second", { author: { id: "another one" } }));
      await vi.waitUntil(
        async () => {
          await run(worker, await receive(functions));
          return channel.shown().at(-1) === "Next.";
        },
        { timeout: 5_000 },
      );
    }
  });

  it("redelivers the message at once if the turn is stopped while its message is being hidden", async () => {
    const functions = await createLocalFunctions();
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { worker } = createTurnWorker(functions, [UNREACHABLE]);
    const { queue, conversations } = worker;
    await functions.mailbox.deliver(say("first"));
    const messages = await receive(functions);
    // The stopping caller has not found a hidden message to redeliver yet.
    const stopping: TurnWorker = {
      ...worker,
      queue: {
        ...queue,
        async hide(receipt, ms) {
          if (ms === 2_000)
            await conversations.memoryOf("telegram:1").stopTurn("first");
          await queue.hide(receipt, ms);
        },
      },
    };
    expect(await run(stopping, messages)).toEqual(failed(...messages));
    expect(await receive(functions)).toHaveLength(1);
  });

  it("leaves a turn to the worker that holds the lease, and both answer once together", async () => {
    const functions = await createLocalFunctions();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const slow = createTurnWorker(functions, [[held, finalAnswer("Once.")]]);
    const second = createTurnWorker(functions, []);
    await functions.mailbox.deliver(say("first"));
    const messages = await receive(functions);
    const running = run(slow.worker, messages);
    await vi.waitUntil(() => slow.model.prompts.length === 1);
    // Its visibility timeout has expired: another worker has the message.
    expect(await run(second.worker, messages)).toEqual(failed(...messages));
    release();
    expect(await running).toEqual(DONE);
    expect(slow.channel.shown()).toEqual(["Once."]);
    expect(second.model.prompts).toEqual([]);
    expect(await run(second.worker, messages)).toEqual(DONE);
  });

  it("writes nothing after it has lost its lease to another worker", async () => {
    const functions = await createLocalFunctions({ visibilityMs: 1_000 });
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const frozen = createTurnWorker(functions, [[held, finalAnswer("Late.")]]);
    const next = createTurnWorker(functions, [finalAnswer("Punctual.")]);
    const { conversations } = frozen.worker;
    // A paused process does not renew its lease.
    const paused: TurnWorker = {
      ...frozen.worker,
      conversations: {
        ...conversations,
        memoryOf: (conversation) => ({
          ...conversations.memoryOf(conversation),
          renewLease: async () => {},
        }),
      },
    };
    await functions.mailbox.deliver(say("first"));
    const messages = await receive(functions);
    const running = run(paused, messages);
    await vi.waitUntil(() => frozen.model.prompts.length === 1);
    await vi.waitUntil(
      async () =>
        (await run(next.worker, messages)).batchItemFailures.length === 0,
      { timeout: 10_000 },
    );
    release();
    expect(await running).toEqual(failed(...messages));
    expect(next.channel.shown()).toEqual(["Punctual."]);
    expect(frozen.channel.shown()).toEqual([]);
    const record = await functions.mailbox.read("telegram:1");
    expect(record?.messages.map(({ text }) => text)).toEqual([
      "first",
      "Punctual.",
    ]);
  });

  it("calls no tool while it cannot confirm its lease", async () => {
    const functions = await createLocalFunctions({ visibilityMs: 1_000 });
    vi.spyOn(console, "error").mockImplementation(() => {});
    const tool = createScriptedTool("weather", () => "Snow.");
    const model = createScriptedModel([
      action("weather", { text: "Oslo" }),
      finalAnswer("Snow."),
    ]);
    const { worker, channel } = createTurnWorker(functions, []);
    const { conversations, bot } = worker;
    const agent = createAgent({ model, tools: [tool] });
    let isUnreachable = true;
    const failing: TurnWorker = {
      ...worker,
      bot: { ...bot, agent },
      conversations: {
        ...conversations,
        memoryOf: (conversation) => {
          const memory = conversations.memoryOf(conversation);
          const confirmLease = async (): Promise<void> => {
            if (isUnreachable && model.prompts.length > 0)
              throw toTableError("PutItem", new Error("Unreachable."));
            return memory.confirmLease();
          };
          return { ...memory, confirmLease };
        },
      },
    };
    await functions.mailbox.deliver(say("first"));
    const messages = await receive(functions);
    expect(await run(failing, messages)).toEqual(failed(...messages));
    expect(tool.inputs).toEqual([]);
    isUnreachable = false;
    expect(await run(failing, messages)).toEqual(DONE);
    expect(tool.inputs).toEqual(["Oslo"]);
    expect(channel.shown()).toEqual(["Snow."]);
  });

  it("keeps its message hidden and its lease renewed while it works", async () => {
    const functions = await createLocalFunctions({
      visibilityMs: 1_000,
      visibilitySeconds: 1,
    });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { worker, channel, model } = createTurnWorker(functions, [
      [held, finalAnswer("Slowly.")],
    ]);
    const hide = vi.spyOn(worker.queue, "hide");
    await functions.mailbox.deliver(say("first"));
    const running = run(worker, await receive(functions));
    await vi.waitUntil(() => hide.mock.calls.length > 6, { timeout: 10_000 });
    expect(await receive(functions)).toEqual([]);
    const other = createTurnWorker(functions, []);
    await expect(
      other.worker.conversations.memoryOf("telegram:1").beginAttempt("first"),
    ).rejects.toThrow("Others have the conversation.");
    release();
    expect(await running).toEqual(DONE);
    expect(channel.shown()).toEqual(["Slowly."]);
    expect(model.prompts).toHaveLength(1);
  });

  it("suspends a turn before the function's timeout and resumes it when the message is redelivered", async () => {
    const functions = await createLocalFunctions();
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { worker, channel } = createTurnWorker(functions, [
      [new Promise(() => {})],
      finalAnswer("Now."),
    ]);
    await functions.mailbox.deliver(say("first"));
    const messages = await receive(functions);
    expect(await run(worker, messages, { timeoutMs: 10_500 })).toEqual(
      failed(...messages),
    );
    const again = await receive(functions, { waitSeconds: 5 });
    expect(await run(worker, again)).toEqual(DONE);
    expect(channel.shown()).toEqual(["Now."]);
  });

  it("fails a turn whose message was received too often", async () => {
    const functions = await createLocalFunctions();
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { worker, model } = createTurnWorker(functions, []);
    await functions.mailbox.deliver(say("first"));
    const [message] = await receive(functions);
    const worn = {
      ...message,
      Attributes: { ...message?.Attributes, ApproximateReceiveCount: "19" },
    };
    expect(await run(worker, [worn])).toEqual(DONE);
    expect(model.prompts).toEqual([]);
    const turn = { conversation: "telegram:1", id: "first" };
    expect(await functions.mailbox.findTurn(turn)).toMatchObject({
      status: "failed",
      failure: "error",
    });
  });

  it("never fails a turn that waits for its retry, even if its message is received 25 times", async () => {
    const functions = await createLocalFunctions();
    vi.spyOn(console, "error").mockImplementation(() => {});
    const tooMany = new ModelError({
      kind: "rate-limited",
      retryAfterMs: 100_000,
    });
    const { worker, model } = createTurnWorker(functions, [tooMany]);
    await functions.mailbox.deliver(say("first"));
    for (let times = 0; times < 25; times++) {
      const [message] = await receive(functions, { waitSeconds: 5 });
      const { batchItemFailures } = await run(worker, [message ?? {}]);
      const { queueUrl: QueueUrl } = functions;
      const ReceiptHandle = message?.ReceiptHandle;
      if (batchItemFailures.length > 0)
        await worker.queue.hide(ReceiptHandle ?? "", 0);
      else
        await functions.client.send(
          new DeleteMessageCommand({ QueueUrl, ReceiptHandle }),
        );
    }
    expect(model.prompts).toHaveLength(1);
    expect(
      await functions.mailbox.findTurn({
        conversation: "telegram:1",
        id: "first",
      }),
    ).toMatchObject({ status: "thinking", attempts: 1 });
  });

  it("does not fail a turn that another worker runs", async () => {
    const functions = await createLocalFunctions();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const slow = createTurnWorker(functions, [[held, finalAnswer("Once.")]]);
    const second = createTurnWorker(functions, []);
    await functions.mailbox.deliver(say("first"));
    const [message] = await receive(functions);
    const running = run(slow.worker, [message ?? {}]);
    await vi.waitUntil(() => slow.model.prompts.length === 1);
    const worn = {
      ...message,
      Attributes: { ...message?.Attributes, ApproximateReceiveCount: "19" },
    };
    // A new message replaces this one.
    expect(await run(second.worker, [worn])).toEqual(DONE);
    expect(second.model.prompts).toEqual([]);
    release();
    expect(await running).toEqual(DONE);
    expect(slow.channel.shown()).toEqual(["Once."]);
  });
});
