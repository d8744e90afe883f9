import { describe, expect, it } from "vitest";
import {
  openState,
  resendState,
} from "../../src/http/callbacks/callback-state.ts";
import type { CallbackStore } from "../../src/http/callbacks/create-callback-queue.ts";
import type { EventCallback } from "../../src/types/callback-queue.ts";
import type { FoundEvent } from "../../src/types/event.ts";
import {
  createCallback,
  createCallbackScene,
  DELIVERED,
  FAILED,
  STOPPED,
  type CallbackScene,
} from "../fakes/callback-scene.ts";

const DAY_MS = 86_400_000;

const HAPPENED: FoundEvent = {
  event: { type: "conversation.taken", operator: "ann", at: 0 },
};

/**
 * Tests of every `CallbackQueue`. `withStore` passes a fresh store for one
 * conversation.
 */
export function describeCallbackQueueContract(
  name: string,
  withStore: (work: (store: CallbackStore) => Promise<void>) => Promise<void>,
): void {
  const test = (
    claim: string,
    work: (scene: CallbackScene, store: CallbackStore) => Promise<void>,
  ) =>
    it(claim, () =>
      withStore((store) => work(createCallbackScene(store), store)),
    );
  const callback = createCallback();
  const event: EventCallback = {
    conversation: callback.conversation,
    id: "evt_1",
    event: 7,
    to: "receiver",
  };

  describe(`${name} implements CallbackQueue`, () => {
    test("reports a turn's outcome immediately and only once", async (scene) => {
      scene.end(callback);
      await scene.queue.enqueue(callback);
      expect(await scene.queue.find(callback)).toEqual({
        callback,
        status: "pending",
        nextAttemptAt: 0,
        deliveries: [],
      });
      scene.onSend = () => void (scene.clock.now += 40);
      await scene.elapse(DAY_MS);
      expect(scene.sent).toEqual(["m1 message.answered at 0"]);
      expect(await scene.queue.find(callback)).toEqual({
        callback,
        status: "delivered",
        deliveries: [
          {
            attempt: 1,
            at: 0,
            end: { durationMs: 40, answer: DELIVERED.answer },
          },
        ],
      });
    });

    test("reports a failed turn as message.failed", async (scene) => {
      scene.end(callback, { status: "failed", reply: "Sorry." });
      await scene.queue.enqueue(callback);
      await scene.elapse(0);
      expect(scene.sent).toEqual(["m1 message.failed at 0"]);
    });

    test("ignores a callback that is enqueued again", async (scene) => {
      scene.end(callback);
      await scene.queue.enqueue(callback);
      await scene.queue.enqueue(callback);
      await scene.elapse(DAY_MS);
      await scene.queue.enqueue(callback);
      await scene.elapse(DAY_MS);
      expect(scene.sent).toHaveLength(1);
    });

    test("swaps a stored state only for its successor", async (_, store) => {
      const first = openState(callback, 0);
      expect(await store.swap(undefined, first)).toBe(true);
      const second = resendState(first, 1_000);
      expect(await store.swap(undefined, second)).toBe(false);
      expect(await store.find(callback)).toEqual(first);
      expect(await store.swap(first, second)).toBe(true);
      expect(await store.swap(first, resendState(first, 2_000))).toBe(false);
      expect(await store.find(callback)).toEqual(second);
    });

    test("gives up after seven attempts with growing delays", async (scene) => {
      scene.end(callback);
      scene.answers.push(...Array.from({ length: 7 }, () => FAILED));
      await scene.queue.enqueue(callback);
      await scene.elapse(DAY_MS);
      const seconds = [0, 5, 30, 120, 600, 3_600, 21_600];
      let at = 0;
      expect(scene.sent).toEqual(
        seconds.map(
          (delay) => `m1 message.answered at ${(at += delay * 1_000)}`,
        ),
      );
      expect(await scene.queue.find(callback)).toMatchObject({
        status: "failed",
        deliveries: seconds.map((_, index) => ({
          attempt: index + 1,
          end: { answer: { statusCode: 500 } },
        })),
      });
    });

    test("retries until an attempt succeeds", async (scene) => {
      scene.end(callback);
      scene.answers.push(FAILED, FAILED);
      await scene.queue.enqueue(callback);
      await scene.elapse(10_000);
      const record = await scene.queue.find(callback);
      expect(record).toMatchObject({
        status: "pending",
        nextAttemptAt: 35_000,
      });
      await scene.elapse(DAY_MS);
      expect(scene.sent).toHaveLength(3);
      expect((await scene.queue.find(callback))?.status).toBe("delivered");
    });

    test("respects the receiver's Retry-After within bounds", async (scene) => {
      scene.end(callback);
      scene.answers.push(
        { ...FAILED, retryAfterMs: 60_000 },
        { ...FAILED, retryAfterMs: 1 },
        { ...FAILED, retryAfterMs: 1e12 },
      );
      await scene.queue.enqueue(callback);
      await scene.elapse(DAY_MS);
      expect(scene.sent).toEqual(
        [0, 60, 90, 90 + 21_600].map(
          (seconds) => `m1 message.answered at ${seconds * 1_000}`,
        ),
      );
    });

    test("never retries after 410 Gone", async (scene) => {
      scene.end(callback);
      scene.answers.push(STOPPED);
      await scene.queue.enqueue(callback);
      await scene.queue.enqueue(callback);
      await scene.elapse(DAY_MS);
      expect(scene.sent).toHaveLength(1);
      expect((await scene.queue.find(callback))?.status).toBe("stopped");
    });

    test("makes a single attempt for each resend", async (scene) => {
      scene.end(callback);
      scene.answers.push(STOPPED, FAILED);
      await scene.queue.enqueue(callback);
      await scene.elapse(10_000);
      expect(await scene.queue.resend(callback)).toBe("resending");
      await scene.elapse(DAY_MS);
      expect(scene.sent[1]).toBe("m1 message.answered at 10000");
      expect(await scene.queue.find(callback)).toMatchObject({
        status: "failed",
        deliveries: [{ attempt: 1 }, { attempt: 2 }],
      });
      expect(await scene.queue.resend(callback)).toBe("resending");
      await scene.elapse(DAY_MS);
      expect((await scene.queue.find(callback))?.status).toBe("delivered");
      expect(scene.sent).toHaveLength(3);
    });

    test("does not resend a pending or an unknown callback", async (scene) => {
      expect(await scene.queue.resend(callback)).toBe("unknown");
      expect(await scene.queue.find(callback)).toBeUndefined();
      scene.end(callback);
      await scene.queue.enqueue(callback);
      expect(await scene.queue.resend(callback)).toBe("pending");
      await scene.elapse(DAY_MS);
      expect(scene.sent).toHaveLength(1);
    });

    test("lists the latest twenty attempts, numbered from the first one", async (scene) => {
      scene.end(callback);
      await scene.queue.enqueue(callback);
      await scene.elapse(0);
      for (let time = 0; time < 24; time++) {
        await scene.queue.resend(callback);
        await scene.elapse(1_000);
      }
      const { deliveries = [] } = (await scene.queue.find(callback)) ?? {};
      expect(deliveries.map(({ attempt }) => attempt)).toEqual(
        Array.from({ length: 20 }, (_, index) => index + 6),
      );
    });

    test("reports the answer of a retried turn after its failure", async (scene, store) => {
      scene.end(callback, { status: "failed" });
      await scene.queue.enqueue(callback);
      await scene.elapse(1_000);
      scene.end(callback);
      await scene.queue.enqueue(callback);
      await scene.elapse(1_000);
      expect(scene.sent).toEqual([
        "m1 message.failed at 0",
        "m1 message.answered at 1000",
      ]);
      expect((await store.find(callback))?.endedAt).toBe(1_000);
    });

    test("reports the answer of a retried turn instead of retrying the failure", async (scene) => {
      scene.end(callback, { status: "failed" });
      scene.answers.push(FAILED);
      await scene.queue.enqueue(callback);
      await scene.elapse(1_000);
      scene.end(callback);
      await scene.queue.enqueue(callback);
      await scene.elapse(DAY_MS);
      expect(scene.sent).toEqual([
        "m1 message.failed at 0",
        "m1 message.answered at 1000",
      ]);
    });

    test("sends nothing while the turn is being retried", async (scene) => {
      scene.end(callback, { status: "failed" });
      scene.answers.push(FAILED);
      await scene.queue.enqueue(callback);
      await scene.elapse(1_000);
      scene.end(callback, { status: "thinking" });
      await scene.elapse(300_000);
      expect(scene.sent).toHaveLength(1);
      scene.end(callback);
      await scene.elapse(60_000);
      expect(scene.sent[1]).toBe("m1 message.answered at 305000");
    });

    test("accepts ids with special characters", async (scene) => {
      const ids = ["a", "b#", "%23 ~", "订单-17"];
      for (const id of ids) {
        const other = createCallback({ id });
        scene.end(other, id === "a" ? { status: "failed" } : {});
        await scene.queue.enqueue(other);
      }
      await scene.elapse(0);
      expect(scene.sent).toHaveLength(ids.length);
      for (const id of ids)
        expect(
          (await scene.queue.find(createCallback({ id })))?.callback.id,
        ).toBe(id);
    });

    test("deletes a conversation's callbacks, including pending ones", async (scene) => {
      const done = createCallback({ id: "m0" });
      scene.end(done);
      scene.end(callback);
      await scene.queue.enqueue(done);
      await scene.elapse(0);
      scene.answers.push(FAILED);
      await scene.queue.enqueue(callback);
      await scene.elapse(0);
      await scene.queue.forget(callback.conversation);
      await scene.elapse(DAY_MS);
      expect(scene.sent).toHaveLength(2);
      for (const one of [done, callback]) {
        expect(await scene.queue.find(one)).toBeUndefined();
        expect(await scene.queue.resend(one)).toBe("unknown");
      }
    });

    test("does not restore a callback that is deleted during an attempt", async (scene) => {
      scene.end(callback);
      scene.answers.push(FAILED);
      scene.onSend = () => scene.queue.forget(callback.conversation);
      await scene.queue.enqueue(callback);
      await scene.elapse(DAY_MS);
      expect(scene.sent).toHaveLength(1);
      expect(await scene.queue.find(callback)).toBeUndefined();
    });

    test("sends an event once, however often it is added, beside callbacks", async (scene) => {
      scene.end(callback);
      scene.happen(event, HAPPENED);
      await scene.queue.enqueue(event);
      await scene.elapse(1_000);
      await scene.queue.enqueue(event);
      await scene.queue.enqueue(callback);
      await scene.elapse(DAY_MS);
      expect(scene.sent).toEqual([
        "evt_1 conversation.taken at 0",
        "m1 message.answered at 1000",
      ]);
      expect((await scene.queue.find(event))?.callback).toEqual(event);
    });

    test("tries an event again like a callback, and resends it", async (scene) => {
      scene.happen(event, HAPPENED);
      scene.answers.push(FAILED);
      await scene.queue.enqueue(event);
      await scene.elapse(5_000);
      expect(await scene.queue.resend(event)).toBe("resending");
      await scene.elapse(0);
      expect(scene.sent).toHaveLength(3);
    });

    test("lists what was given up, until it is sent again", async (scene) => {
      scene.end(callback);
      scene.happen(event, HAPPENED);
      scene.answers.push(STOPPED, ...Array.from({ length: 8 }, () => FAILED));
      const list = () => scene.undelivered.list({ limit: 10 });
      await scene.queue.enqueue(callback);
      await scene.elapse(0);
      await scene.queue.enqueue(event);
      expect(await list()).toMatchObject([{ to: "caller", status: "stopped" }]);
      await scene.elapse(DAY_MS);
      expect(await list()).toMatchObject([
        {
          conversation: event.conversation,
          id: "evt_1",
          to: "receiver",
          type: "conversation.taken",
          status: "failed",
          attempts: 7,
          answer: FAILED.answer,
        },
        { id: "m1", type: "message.answered", answer: STOPPED.answer },
      ]);
      await scene.queue.resend(event);
      expect(await list()).toMatchObject([{ id: "m1" }]);
      await scene.elapse(0);
      expect(await list()).toMatchObject([{ id: "evt_1" }, { id: "m1" }]);
      for (const one of [event, callback]) await scene.queue.resend(one);
      await scene.elapse(0);
      expect(await list()).toEqual([]);
    });

    test("keeps listed what cannot be sent again now", async (scene) => {
      scene.end(callback);
      scene.answers.push(STOPPED);
      await scene.queue.enqueue(callback);
      await scene.elapse(0);
      scene.onWake = () => {
        throw new Error("The process is dead.");
      };
      await expect(scene.queue.resend(callback)).rejects.toThrow("dead");
      expect(await scene.undelivered.list({ limit: 10 })).toHaveLength(1);
      scene.onWake = () => {};
      await scene.queue.resend(callback);
      await scene.elapse(0);
      expect(scene.sent).toHaveLength(2);
      expect(await scene.undelivered.list({ limit: 10 })).toEqual([]);
    });

    test("lists what is given up, also if it is sent again at that moment", async (_, store) => {
      const scene = createCallbackScene({
        ...store,
        async swap(before, after) {
          if (after.status === "stopped") await scene.queue.resend(callback);
          return store.swap(before, after);
        },
      });
      scene.end(callback);
      scene.answers.push(STOPPED);
      await scene.queue.enqueue(callback);
      await scene.elapse(0);
      expect(await scene.undelivered.list({ limit: 10 })).toHaveLength(1);
    });

    test("lists nothing that is delivered after a crash in giving it up", async (_, store) => {
      let crashes = 1;
      const scene = createCallbackScene({
        ...store,
        async swap(before, after) {
          if (after.status === "stopped" && crashes-- > 0)
            throw new Error("The process is dead.");
          return store.swap(before, after);
        },
      });
      scene.end(callback);
      scene.answers.push(STOPPED);
      await scene.queue.enqueue(callback);
      await expect(scene.elapse(0)).rejects.toThrow("dead");
      expect(await scene.undelivered.list({ limit: 10 })).toHaveLength(1);
      await scene.queue.enqueue(callback);
      await scene.elapse(DAY_MS);
      expect(scene.sent).toHaveLength(2);
      expect(await scene.undelivered.list({ limit: 10 })).toEqual([]);
    });

    test("lists nothing of a forgotten conversation, also if it fails by then", async (scene) => {
      scene.end(callback);
      scene.happen(event, HAPPENED);
      scene.answers.push(STOPPED, STOPPED);
      await scene.queue.enqueue(callback);
      await scene.elapse(0);
      scene.onSend = () => scene.queue.forget(callback.conversation);
      await scene.queue.enqueue(event);
      await scene.elapse(0);
      expect(await scene.undelivered.list({ limit: 10 })).toEqual([]);
    });

    test("lists nothing after 30 days, or once the turn ends differently", async (scene) => {
      const list = () => scene.undelivered.list({ limit: 10 });
      const other = createCallback({ id: "m2" });
      scene.end(other, { status: "failed" });
      scene.answers.push(STOPPED);
      await scene.queue.enqueue(other);
      await scene.elapse(0);
      scene.end(other);
      await scene.queue.enqueue(other);
      expect(await list()).toEqual([]);
      scene.end(callback);
      scene.answers.push(DELIVERED, STOPPED);
      await scene.queue.enqueue(callback);
      await scene.elapse(DAY_MS);
      expect(await list()).toHaveLength(1);
      await scene.elapse(30 * DAY_MS);
      expect(await list()).toEqual([]);
    });

    test("drops an event that was forgotten", async (scene) => {
      await scene.queue.enqueue(event);
      await scene.elapse(DAY_MS);
      expect(scene.sent).toEqual([]);
      expect(await scene.queue.find(event)).toBeUndefined();
    });

    test("drops a callback whose turn was deleted", async (scene) => {
      scene.end(callback);
      await scene.queue.enqueue(callback);
      scene.drop(callback);
      await scene.elapse(DAY_MS);
      expect(scene.sent).toEqual([]);
      expect(await scene.queue.find(callback)).toBeUndefined();
    });

    test("sends a callback once if several workers run it concurrently", async (scene) => {
      scene.end(callback);
      await scene.queue.enqueue(callback);
      await Promise.all([
        scene.queue.run(callback),
        scene.queue.run(callback),
        scene.queue.run(callback),
      ]);
      expect(scene.sent).toHaveLength(1);
    });

    test("makes no other attempt while one waits for its answer", async (scene) => {
      scene.end(callback);
      scene.onSend = async () => {
        scene.onSend = () => {};
        scene.clock.now += 29_000;
        await scene.queue.run(callback);
      };
      await scene.queue.enqueue(callback);
      await scene.elapse(0);
      expect(scene.sent).toHaveLength(1);
    });

    test("makes no attempt before the retry is due", async (scene) => {
      scene.end(callback);
      scene.answers.push(FAILED);
      await scene.queue.enqueue(callback);
      await scene.elapse(0);
      expect(await scene.queue.run(callback)).toEqual({
        kind: "later",
        at: 5_000,
      });
      expect(scene.sent).toHaveLength(1);
    });
  });

  describe(`${name} implements CallbackQueue, despite a crash`, () => {
    for (const nth of [1, 2, 3, 4])
      test(`at store operation ${nth}: sends the callback once or twice`, async (_, store) => {
        const crashing = createCallbackScene(crashAt(store, nth));
        const live = createCallbackScene(store);
        for (const scene of [crashing, live]) scene.end(callback);
        // The caller retries until the callback is enqueued.
        await crashing.queue.enqueue(callback).catch(() => {});
        await crashing.elapse(0).catch(() => {});
        await live.queue.enqueue(callback);
        await live.elapse(DAY_MS);
        const sent = [...crashing.sent, ...live.sent].length;
        expect(sent).toBeGreaterThanOrEqual(1);
        expect(sent).toBeLessThanOrEqual(2);
        expect((await live.queue.find(callback))?.status).toBe("delivered");
      });

    for (const nth of [1, 2, 3, 4])
      test(`at store operation ${nth}: lists what is given up`, async (_, store) => {
        const crashing = createCallbackScene(crashAt(store, nth));
        const live = createCallbackScene(store);
        for (const scene of [crashing, live]) {
          scene.end(callback);
          scene.answers.push(STOPPED, STOPPED);
        }
        await crashing.queue.enqueue(callback).catch(() => {});
        await crashing.elapse(0).catch(() => {});
        await live.queue.enqueue(callback);
        await live.elapse(DAY_MS);
        const lists = [crashing, live].map((scene) =>
          scene.undelivered.list({ limit: 10 }),
        );
        expect((await Promise.all(lists)).flat()).not.toEqual([]);
      });

    test("during each attempt: gives up after seven", async (scene) => {
      scene.end(callback);
      scene.onSend = () => Promise.reject(new Error("The process is dead."));
      await scene.queue.enqueue(callback);
      for (let time = 0; time < 20; time++) {
        await scene.elapse(0).catch(() => {});
        const record = await scene.queue.find(callback);
        if (record?.nextAttemptAt === undefined) break;
        scene.clock.now = record.nextAttemptAt;
        await scene.queue.run(callback).catch(() => {});
      }
      expect(scene.sent).toHaveLength(7);
      expect(await scene.queue.find(callback)).toMatchObject({
        status: "failed",
        deliveries: Array.from({ length: 7 }, (_, index) => ({
          attempt: index + 1,
        })),
      });
      expect(await scene.undelivered.list({ limit: 10 })).toMatchObject([
        { status: "failed", attempts: 7 },
      ]);
    });
  });
}

/** A store whose process crashes before its nth operation. */
function crashAt(store: CallbackStore, nth: number): CallbackStore {
  let steps = 0;
  const live = () => {
    steps += 1;
    if (steps >= nth) throw new Error("The process is dead.");
  };
  return {
    find: async (turn) => (live(), store.find(turn)),
    swap: async (before, after) => (live(), store.swap(before, after)),
    remove: async (turn) => (live(), store.remove(turn)),
    forget: async (conversation) => (live(), store.forget(conversation)),
  };
}
