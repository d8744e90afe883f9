import { afterEach, beforeEach, expect, it } from "vitest";
import { EventBody } from "../../../src/http/callbacks/callback-schemas.ts";
import { createSqsMailbox } from "../../../src/platforms/aws/sqs-mailbox.ts";
import { wakeDue } from "../../../src/platforms/aws/wake-due.ts";
import type { OwedEvent } from "../../../src/types/event.ts";
import { DEVELOPMENT_TOKEN } from "../../fixtures/development-token.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { describeWithDynamoDb } from "../../stores/dynamodb/local-table.ts";
import {
  startCallbackReceiver,
  type CallbackReceiver,
} from "../../stubs/callback-receiver.ts";
import {
  createLocalFunctions,
  type LocalFunctions,
} from "./local-functions.ts";

const CONVERSATION = "webhook:shop:1";
const ANN = "ann";

describeWithDynamoDb("Events on AWS", () => {
  let receiver: CallbackReceiver;
  let functions: LocalFunctions;
  beforeEach(async () => {
    receiver = await startCallbackReceiver();
    functions = await createLocalFunctions({
      variables: {
        EVENTS_URL: `${receiver.url}/events`,
        EVENTS_SIGNING_SECRET: `whsec_${btoa("of-the-receiver-of-events")}`,
      },
      developmentToken: DEVELOPMENT_TOKEN,
    });
  });
  afterEach(() => receiver.close());

  const deliver = (mailbox = functions.mailbox) =>
    mailbox.deliver(
      createMessage({
        id: "m1",
        text: "1+1",
        conversation: CONVERSATION,
        channel: "webhook",
      }),
    );
  const bodies = () =>
    receiver.received
      .map(({ body }) => EventBody.parse(JSON.parse(body)))
      .toSorted((one, other) => one.data.sequence - other.data.sequence);
  const types = () => bodies().map(({ type }) => type);

  it("are sent once each, signed, with a takeover that no turn follows", async () => {
    const source = functions.start();
    await deliver();
    await expect.poll(types, { timeout: 15_000 }).toHaveLength(2);
    const act = (kind: "take-over" | "hand-back") =>
      functions.mailbox.handOver(CONVERSATION, { kind, operator: ANN });
    await act("take-over");
    await act("hand-back");
    await expect.poll(types, { timeout: 15_000 }).toHaveLength(4);
    await source.stop();
    expect(types()).toEqual([
      "message.received",
      "message.replied",
      "conversation.taken",
      "conversation.returned",
    ]);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(4);
    expect(bodies()[1]?.data).toMatchObject({
      conversation: CONVERSATION,
      reply: { id: "m1", reply: { text: expect.any(String) as string } },
    });
  });

  it("are queued with their message, before a worker runs its turn", async () => {
    const told: string[] = [];
    const enqueueEvent = async ({ type }: OwedEvent) => void told.push(type);
    const { parts } = functions;
    const telling = { ...parts.telling, queue: { enqueueEvent } };
    await deliver(createSqsMailbox({ ...parts, telling }));
    expect(told).toEqual(["message.received"]);
  });

  it("are sent after a crash between the commit and the queue", async () => {
    const { parts } = functions;
    // Until it is repaired, each process dies where it would queue an event.
    let isBroken = true;
    const { queue } = parts.telling;
    const enqueueEvent: typeof queue.enqueueEvent = (event) =>
      isBroken ? Promise.reject(new Error("died")) : queue.enqueueEvent(event);
    const telling = { ...parts.telling, queue: { enqueueEvent } };
    const dying = { ...parts, telling };
    const source = functions.start(dying);
    await deliver(createSqsMailbox(dying));
    const memory = parts.conversations.memoryOf(CONVERSATION);
    await expect
      .poll(async () => (await memory.findTurn("m1"))?.status, {
        timeout: 15_000,
      })
      .toBe("delivered");
    const listDue = () =>
      parts.conversations.due.list({ until: Date.now() + 600_000, limit: 9 });
    await expect.poll(listDue).not.toEqual([]);
    await createSqsMailbox(dying).handOver(CONVERSATION, {
      kind: "take-over",
      operator: ANN,
    });
    expect(receiver.received).toEqual([]);
    isBroken = false;
    await wakeDue({ ...parts, now: () => Date.now() + 120_000 });
    await expect
      .poll(types, { timeout: 15_000 })
      .toEqual(["message.received", "message.replied", "conversation.taken"]);
    await source.stop();
    // Nothing is owed any more, and the wake-up is gone.
    await wakeDue({ ...parts, now: () => Date.now() + 240_000 });
    expect(await listDue()).toEqual([]);
  });
});
