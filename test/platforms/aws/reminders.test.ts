import { expect, it } from "vitest";
import { createSqsMailbox } from "../../../src/platforms/aws/sqs-mailbox.ts";
import { wakeDue } from "../../../src/platforms/aws/wake-due.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createSchedule } from "../../fixtures/schedules.ts";
import { createOutcome } from "../../fixtures/turns.ts";
import { describeWithDynamoDb } from "../../stores/dynamodb/local-table.ts";
import { createLocalFunctions } from "./local-functions.ts";

const HOUR_MS = 3_600_000;
const FAR = Date.UTC(2100, 0, 1);

describeWithDynamoDb("Schedules on AWS", () => {
  it("are run once by the wake-up, also if it died before, while and after", async () => {
    const functions = await createLocalFunctions();
    const { parts, mailbox } = functions;
    // So long ago that nobody is just storing it.
    const due = Date.now() - 120_000;
    const { to } = createSchedule({ id: "" });
    const timing = { start: new Date(due).toISOString().slice(0, 19), due };
    await mailbox.schedule(
      createSchedule({ id: "a", rule: "FREQ=DAILY", ...timing }),
    );
    await mailbox.schedule(createSchedule({ id: "b", due: due + HOUR_MS }));
    const { conversations, queue } = parts;
    const listed = async () => {
      const found = await conversations.due.list({ until: FAR, limit: 9 });
      return found.map(({ at }) => at);
    };
    expect(await listed()).toEqual([due]);

    // Dies before anything was stored, then after the turn was.
    const broken = {
      memoryOf: () => {
        throw new Error("died");
      },
    };
    await wakeDue({ conversations: { ...conversations, ...broken }, queue });
    const deaf = { send: () => Promise.reject(new Error("died")) };
    await wakeDue({ conversations, queue: deaf });
    expect(await listed()).toEqual([due]);
    await wakeDue({ conversations, queue });
    expect(await listed()).toEqual([due + HOUR_MS]);
    // The same time again, as if an invocation had not ended.
    await conversations.due.put({ conversation: to.conversation, at: due });
    await wakeDue({ conversations, queue });
    expect(await listed()).toEqual([due + HOUR_MS]);

    const worker = functions.start();
    const texts = async () =>
      (await mailbox.read(to.conversation))?.messages.map(({ text }) => text);
    await expect
      .poll(texts, { timeout: 15_000 })
      .toEqual(["⏰ Drink some water"]);
    await worker.stop();
    const later = createSqsMailbox(parts);
    expect(await later.listSchedules(to.conversation)).toHaveLength(2);
  });

  it("are like the end of a request for a person, which is said once", async () => {
    const functions = await createLocalFunctions({
      variables: { ADMIN_API_KEY: "key-of-the-operator-in-these-tests" },
    });
    const { conversations, queue } = functions.parts;
    const command = { name: "human", argument: "Help" };
    const message = createMessage({ id: "m", text: "/human Help", command });
    const { conversation } = message;
    const memory = conversations.memoryOf(conversation);
    await memory.openTurn(message, { limit: 9 });
    await memory.beginAttempt("m");
    // So long ago that nobody is just storing it.
    const asked = { until: Date.now() - 120_000, waits: true } as const;
    const outcome = createOutcome({ parts: [], by: "anyone", asked });
    await memory.commitTurn("m", outcome);
    const listed = () => conversations.due.list({ until: FAR, limit: 9 });
    expect(await listed()).toEqual([{ conversation, at: asked.until }]);

    const deaf = { send: () => Promise.reject(new Error("died")) };
    await wakeDue({ conversations, queue: deaf });
    expect(await listed()).toHaveLength(1);
    await wakeDue({ conversations, queue });
    await wakeDue({ conversations, queue });
    expect(await listed()).toEqual([]);
    const worker = functions.start();
    const said = async () => {
      const record = await functions.mailbox.read(conversation);
      const origins = record?.messages.map(({ origin }) => origin?.kind);
      return origins?.filter((kind) => kind === "unattended").length;
    };
    await expect.poll(said, { timeout: 15_000 }).toBe(1);
    await worker.stop();
  });

  it("stay in the index while they may be about to be stored", async () => {
    const { parts } = await createLocalFunctions();
    const { conversations, queue } = parts;
    const row = { conversation: "web:test", at: Date.now() };
    await conversations.due.put(row);
    await wakeDue({ conversations, queue });
    expect(await conversations.due.list({ until: FAR, limit: 9 })).toEqual([
      row,
    ]);
    // However many they are, they keep no other from being woken.
    for (let number = 0; number < 11; number++)
      await conversations.due.put({ ...row, conversation: `web:${number}` });
    const woken = new Set<string>();
    const memoryOf: typeof conversations.memoryOf = (conversation) => {
      woken.add(conversation);
      return conversations.memoryOf(conversation);
    };
    await wakeDue({ conversations: { ...conversations, memoryOf }, queue });
    expect(woken.size).toBe(12);
  });

  it("leave nothing to wake when their conversation is forgotten", async () => {
    const { parts, mailbox } = await createLocalFunctions();
    const { to } = createSchedule({ id: "" });
    await mailbox.schedule(
      createSchedule({ id: "a", due: Date.now() + HOUR_MS }),
    );
    await mailbox.forget(to.conversation);
    const { due } = parts.conversations;
    expect(await due.list({ until: FAR, limit: 9 })).toEqual([]);
    expect(await mailbox.listSchedules(to.conversation)).toEqual([]);
  });
});
