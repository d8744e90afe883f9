import { beforeAll, expect, it, vi } from "vitest";
import { listTurns } from "../../../src/conversation/reports.ts";
import type { TurnQueue } from "../../../src/platforms/aws/queues.ts";
import { runConversation } from "../../../src/platforms/aws/run-conversation.ts";
import { createLinks } from "../../../src/platforms/aws/set-up.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createOutcome } from "../../fixtures/turns.ts";
import { describeWithDynamoDb } from "../../stores/dynamodb/local-table.ts";
import {
  createLocalFunctions,
  type LocalFunctions,
} from "./local-functions.ts";

describeWithDynamoDb("The console's index on AWS", () => {
  let functions: LocalFunctions;
  beforeAll(async () => {
    const ADMIN_API_KEY = "key-of-the-operator-in-these-tests";
    functions = await createLocalFunctions({ variables: { ADMIN_API_KEY } });
  });

  const listed = async (conversation: string) => {
    const { turnIndex } = functions.parts.listing;
    return (await turnIndex?.list({ conversation, limit: 9 }))?.turns;
  };

  /** Without telling the index. */
  const answer = async (
    conversation: string,
    outcome: Parameters<typeof createOutcome>[0] = {},
  ) => {
    const memory = functions.parts.conversations.memoryOf(conversation);
    await memory.openTurn(createMessage({ id: "1", conversation }), {
      limit: 1,
    });
    await memory.beginAttempt("1");
    await memory.commitTurn("1", createOutcome({ parts: [], ...outcome }));
  };

  it("lists what a worker has answered, until it is forgotten", async () => {
    const conversation = "web:answered";
    const { mailbox } = functions;
    await mailbox.deliver(
      createMessage({ id: "1", text: "1+1", conversation }),
    );
    const worker = functions.start();
    await expect
      .poll(() => listed(conversation), { timeout: 20_000 })
      .toMatchObject([{ id: "1", outcome: "answered" }]);
    await mailbox.forget(conversation);
    expect(await listed(conversation)).toEqual([]);
    await worker.stop();
  });

  it("lists what a user thinks of an answer at once", async () => {
    const conversation = "web:rated";
    const { mailbox } = functions;
    await answer(conversation);
    await mailbox.rate({ conversation, id: "1" }, { thumb: "down" });
    expect(await listed(conversation)).toMatchObject([{ thumb: "down" }]);
  });

  it("lists a failed turn as waiting as soon as it is tried again", async () => {
    const conversation = "web:again";
    const { parts, mailbox } = functions;
    await answer(conversation, { status: "failed", failure: "no-answer" });
    const memory = parts.conversations.memoryOf(conversation);
    await memory.closeTurn("1", { status: "failed" });
    await listTurns(memory, parts.listing);
    expect(await listed(conversation)).toMatchObject([{ outcome: "failed" }]);
    await mailbox.retry({ conversation, id: "1" });
    expect(await listed(conversation)).toMatchObject([{ outcome: "waiting" }]);
  });

  it("lists what a worker has answered that died before it told the index", async () => {
    const conversation = "web:died";
    const { parts } = functions;
    await answer(conversation);
    const message = { conversation, receipt: "expired", receiveCount: 2 };
    const remainingMs = () => 60_000;
    await runConversation(message, { worker: parts, remainingMs });
    expect(await listed(conversation)).toMatchObject([
      { id: "1", outcome: "answered" },
    ]);
  });

  it("erases what it lists of a conversation that is forgotten with another one", async () => {
    const conversation = "web:linked";
    const { parts } = functions;
    const { conversations, limiter, listing, bot } = parts;
    await answer(conversation);
    await listTurns(conversations.memoryOf(conversation), listing);
    expect(await listed(conversation)).toHaveLength(1);
    const send = vi.fn<TurnQueue["send"]>();
    const links = createLinks({
      codes: parts.documents.linkCodes,
      conversations,
      queue: { ...parts.queue, send },
      limiter,
      access: bot.access,
    });
    await links.of(conversation).forget();
    expect(send).toHaveBeenCalledWith(conversation);
    const message = { conversation, receipt: "expired", receiveCount: 1 };
    const remainingMs = () => 60_000;
    await runConversation(message, { worker: parts, remainingMs });
    expect(await listed(conversation)).toEqual([]);
  });

  it("lists turns that waited for each other once the last one has ended", async () => {
    const conversation = "web:two";
    const { parts } = functions;
    const memory = parts.conversations.memoryOf(conversation);
    for (const id of ["1", "2"])
      await memory.openTurn(createMessage({ id, text: "1+1", conversation }), {
        limit: 2,
      });
    const told: number[] = [];
    const { turnIndex } = parts.listing;
    const listing = {
      model: "",
      turnIndex: turnIndex && {
        ...turnIndex,
        async put(turns: Parameters<typeof turnIndex.put>[0]) {
          told.push(turns.length);
          await turnIndex.put(turns);
        },
      },
    };
    const message = { conversation, receipt: "expired", receiveCount: 1 };
    await runConversation(message, {
      worker: { ...parts, listing },
      remainingMs: () => 900_000,
    });
    expect(told).toEqual([2]);
  });
});
