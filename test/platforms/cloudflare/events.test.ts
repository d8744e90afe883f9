import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { tellReceivers } from "../../../src/conversation/reports.ts";
import { createEventQueue } from "../../../src/http/callbacks/create-event-queue.ts";
import { memoryOf } from "../../../src/platforms/cloudflare/conversation-client.ts";
import { createDurableObjectCallbackQueue } from "../../../src/platforms/cloudflare/object-clients.ts";
import { openDurableObjectDatabase } from "../../../src/stores/sqlite/sqlite-database.ts";
import type { Callback } from "../../../src/types/callback-queue.ts";
import { EVENT_TYPES } from "../../../src/types/event.ts";
import { createSqliteMemory } from "../../fakes/sqlite-memory.ts";
import { createMessage } from "../../fixtures/messages.ts";

const conversation = "webhook:shop:1";

describe("events on Cloudflare", () => {
  it("go from a conversation's object to that of its callbacks, which reads them there", async () => {
    const callbacks = createDurableObjectCallbackQueue(env.CALLBACK);
    const queued: Callback[] = [];
    const audiences = { receiver: EVENT_TYPES };
    await runInDurableObject(
      env.CONVERSATION.getByName(conversation),
      async (_, { storage }) => {
        const database = openDurableObjectDatabase(storage);
        const types = EVENT_TYPES;
        const memory = createSqliteMemory({ database, eventTypes: types });
        const message = { id: "m1", conversation, channel: "webhook" } as const;
        await memory.openTurn(createMessage(message), { limit: 1 });
        const enqueue = async (callback: Callback) => {
          queued.push(callback);
          await callbacks.enqueue(callback);
        };
        const queue = createEventQueue({ enqueue }, audiences);
        expect(await tellReceivers(memory, { types, queue })).toBe(true);
      },
    );
    const [queuedOne] = queued;
    if (queuedOne === undefined) throw new Error("Nothing was queued.");
    expect(
      await memoryOf(env.CONVERSATION, conversation).findEvent(1),
    ).toMatchObject({
      event: { type: "message.received" },
      turn: { id: "m1" },
    });
    // Its object has read the event, and found that nobody receives any.
    await expect
      .poll(async () => (await callbacks.find(queuedOne))?.deliveries[0]?.end)
      .toMatchObject({ answer: { error: "EVENTS_URL is not set." } });
  });
});
