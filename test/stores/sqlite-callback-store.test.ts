import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { openState } from "../../src/http/callbacks/callback-state.ts";
import { createSqliteCallbackStore } from "../../src/stores/sqlite/sqlite-callback-store.ts";
import { describeCallbackQueueContract } from "../contracts/callback-queue-contract.ts";
import {
  createCallback,
  createCallbackScene,
} from "../fakes/callback-scene.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";

const DAY_MS = 86_400_000;

describeCallbackQueueContract("SQLite store over node:sqlite", (work) =>
  work(createSqliteCallbackStore(createNodeSqliteDatabase())),
);

it("returns due callbacks in order, and the time of the next one", async () => {
  const store = createSqliteCallbackStore(createNodeSqliteDatabase());
  expect(store.nextTime()).toBeUndefined();
  expect(store.due(0, { limit: 2 })).toEqual([]);
  const scene = createCallbackScene(store);
  for (const id of ["c", "b", "a"]) {
    await scene.queue.enqueue(createCallback({ id }));
    scene.clock.now += 1_000;
  }
  expect(store.nextTime()).toBe(0);
  const dueAt = (now: number) =>
    store.due(now, { limit: 2 }).map(({ id }) => id);
  expect(dueAt(5_000)).toEqual(["c", "b"]);
  expect(dueAt(500)).toEqual(["c"]);
});

it.each(["swap", "remove", "forget"] as const)(
  "waits for the disk: %s",
  async (method) => {
    const disk = Promise.withResolvers<void>();
    const store = createSqliteCallbackStore({
      ...createNodeSqliteDatabase(),
      sync: () => disk.promise,
    });
    const callback = createCallback();
    let isDone = false;
    const writes = {
      swap: () => store.swap(undefined, openState(callback, 0)),
      remove: () => store.remove(callback),
      forget: () => store.forget(callback.conversation),
    };
    const writing = writes[method]().then(() => (isDone = true));
    await setImmediate();
    expect(isDone).toBe(false);
    disk.resolve();
    await writing;
  },
);

it("creates no tables until something is written", async () => {
  const database = createNodeSqliteDatabase();
  const store = createSqliteCallbackStore(database);
  await store.find(createCallback());
  await store.forget("webhook:shop:1");
  expect(database.query("SELECT * FROM sqlite_master")).toEqual([]);
});

it("erases a callback thirty days after it ended", async () => {
  const store = createSqliteCallbackStore(createNodeSqliteDatabase());
  const scene = createCallbackScene(store);
  const callback = createCallback();
  scene.end(callback);
  await scene.queue.enqueue(callback);
  await scene.elapse(0);
  expect(store.nextTime()).toBe(30 * DAY_MS);
  scene.clock.now = 30 * DAY_MS;
  await scene.queue.run(callback);
  expect(store.nextTime()).toBeUndefined();
});
