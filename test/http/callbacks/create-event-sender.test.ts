import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EventBody } from "../../../src/http/callbacks/callback-schemas.ts";
import { createEventSender } from "../../../src/http/callbacks/callback-senders.ts";
import { createEventQueue } from "../../../src/http/callbacks/create-event-queue.ts";
import type { Callback } from "../../../src/types/callback-queue.ts";
import type { FoundEvent } from "../../../src/types/event.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createTurn } from "../../fixtures/turns.ts";
import {
  startCallbackReceiver,
  type CallbackReceiver,
} from "../../stubs/callback-receiver.ts";

const SECRET = `whsec_${btoa("of-the-receiver".padEnd(24, "."))}`;
const AT = Date.parse("2026-11-29T08:00:00Z");
const conversation = "telegram:42";
const message = createMessage({
  id: "m1",
  channel: "telegram",
  conversation,
  author: { id: "42", name: "Zoë", username: "zoe" },
  text: "What is 2+2?",
  attachments: [{ kind: "photo", name: "sum.png" }],
  metadata: { ticket: "T-3" },
});
const turn = createTurn({ message, status: "answered", reply: "4" });

let receiver: CallbackReceiver;
beforeEach(async () => {
  receiver = await startCallbackReceiver();
});
afterEach(() => receiver.close());

/** What the receiver gets. */
async function send(found: FoundEvent): Promise<EventBody> {
  const sender = createEventSender({
    receiver: { url: `${receiver.url}/events`, secrets: [SECRET] },
    userAgent: "Parley/test",
  });
  const { type } = found.event;
  const callback = { conversation, id: "evt_7", event: 7, to: "receiver" };
  const attempt = await sender({
    kind: "event",
    callback: { ...callback, to: "receiver" },
    found,
    type,
  });
  expect(attempt.kind).toBe("delivered");
  const request = receiver.received.at(-1);
  const { body = "", headers = {} } = request ?? {};
  expect(headers["webhook-id"]).toBe("evt_7");
  return EventBody.strict().parse(
    new Webhook(SECRET).verify(body, headers as Record<string, string>),
  );
}

describe("an event", () => {
  it("has the message that was received", async () => {
    const event = { type: "message.received", turn: "m1", at: AT } as const;
    expect(await send({ event, turn })).toEqual({
      type: "message.received",
      timestamp: "2026-11-29T08:00:00.000Z",
      data: {
        conversation: "telegram:42",
        channel: "telegram",
        sequence: 7,
        author: { id: "42", name: "Zoë", username: "zoe" },
        message: {
          id: "m1",
          text: "What is 2+2?",
          files: ["sum.png"],
          metadata: { ticket: "T-3" },
        },
      },
    });
  });

  it("has a reply in the form of the API, and who wrote it if not the bot", async () => {
    const event = { type: "message.replied", turn: "m1", at: AT } as const;
    const { data } = await send({
      event,
      turn: {
        ...turn,
        message: { ...message, origin: { kind: "operator", name: "ann" } },
      },
    });
    expect(data).toMatchObject({
      origin: "operator",
      operator: "ann",
      reply: { id: "m1", status: "delivered", reply: { text: "4" } },
    });
    expect(data.author).toBeUndefined();
  });

  it("says why a person is wanted, by whom and until when", async () => {
    const type = "conversation.needs_human";
    const reason = "A refund.";
    const times = { until: AT, opensAt: AT, at: AT };
    const event = { type, turn: "m1", reason, ...times } as const;
    const { data } = await send({ event, turn });
    expect(data).toMatchObject({
      author: { id: "42" },
      reason,
      opens_at: "2026-11-29T08:00:00.000Z",
      until: "2026-11-29T08:00:00.000Z",
    });
    expect(data.message).toBeUndefined();
  });

  it("says who has taken a conversation, or how it came back", async () => {
    const taken = { type: "conversation.taken", operator: "ann" } as const;
    expect((await send({ event: { ...taken, at: AT } })).data.operator).toBe(
      "ann",
    );
    const returned = { type: "conversation.returned", by: "silence" } as const;
    expect((await send({ event: { ...returned, at: AT } })).data.by).toBe(
      "silence",
    );
  });

  it("is not sent if the receiver was removed from the settings", async () => {
    const sender = createEventSender({ receiver: undefined, userAgent: "" });
    const event = { type: "message.replied", turn: "m1", at: AT } as const;
    const attempt = await sender({
      kind: "event",
      callback: { conversation, id: "e", event: 1, to: "receiver" },
      found: { event, turn },
      type: event.type,
    });
    expect(attempt).toMatchObject({
      kind: "failed",
      answer: { error: "EVENTS_URL is not set." },
    });
  });
});

describe("the queue of events", () => {
  const owed = { conversation, number: 7, at: AT };
  const queued: Callback[] = [];
  const queue = createEventQueue(
    { enqueue: async (callback) => void queued.push(callback) },
    {
      receiver: ["message.replied", "conversation.needs_human"],
      operators: ["conversation.needs_human"],
    },
  );

  it("has one for each of those who want it, always under the same id", async () => {
    const wanted = { ...owed, type: "conversation.needs_human" } as const;
    await queue.enqueueEvent(wanted);
    await queue.enqueueEvent(wanted);
    const [one, other, ...again] = queued.splice(0);
    expect(again).toEqual([one, other]);
    expect(one).toMatchObject({ event: 7, to: "receiver", conversation });
    expect(one?.id).toMatch(/^evt_[0-9a-f]{32}$/);
    expect(other).toMatchObject({
      to: "operators",
      id: `${one?.id}/operators`,
    });
    await queue.enqueueEvent({ ...owed, type: "message.received" });
    expect(queued).toEqual([]);
  });

  it("gives no id to two events, also if a conversation counts from 1 again", async () => {
    const type = "message.replied";
    await queue.enqueueEvent({ ...owed, type });
    await queue.enqueueEvent({ ...owed, type, at: AT + 1 });
    await queue.enqueueEvent({ ...owed, type, number: 8 });
    expect(new Set(queued.map(({ id }) => id)).size).toBe(3);
  });
});
