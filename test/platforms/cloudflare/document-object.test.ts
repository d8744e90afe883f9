import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createDurableObjectStore } from "../../../src/platforms/cloudflare/object-clients.ts";
import { describeStoreContract } from "../../contracts/store-contract.ts";

const ALL = { from: "", to: "~" };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const open = <State>(name: string) =>
  createDurableObjectStore<State>(env.DOCUMENT, name);

let number = 0;
describeStoreContract("The store in a Durable Object", (work) => {
  const name = `document ${number++}`;
  return work(() => open(name));
});

const inObject = (
  name: string,
  work: (
    object: { alarm(): Promise<void> },
    storage: DurableObjectStorage,
  ) => Promise<void>,
) =>
  runInDurableObject(env.DOCUMENT.getByName(name), (object, { storage }) =>
    work(object, storage),
  );

it("has no alarm where nothing expires", async () => {
  await open("kept").put([{ key: "a", value: 1 }]);
  await inObject("kept", async (object, storage) => {
    expect(await storage.getAlarm()).toBeNull();
    await object.alarm();
    expect(await storage.getAlarm()).toBeNull();
  });
  expect(await open("kept").list(ALL)).toHaveLength(1);
});

it("erases what has expired, by an alarm for the first of it", async () => {
  const store = open<string>("some");
  const now = Date.now();
  await store.put([
    { key: "long", value: 1, expiresAt: now + 2 * HOUR },
    { key: "short", value: 2, expiresAt: now + HOUR },
    { key: "ever", value: 3 },
  ]);
  const expiresAt = now + 3 * HOUR;
  await store.commit({ expected: 0, state: "state", expiresAt });
  await inObject("some", async (object, storage) => {
    expect(await storage.getAlarm()).toBe(now + HOUR);
    storage.sql.exec("UPDATE pieces SET expires = expires - ?", 2 * HOUR);
    await storage.deleteAlarm();
    await object.alarm();
    expect(await storage.getAlarm()).toBe(now + HOUR);
  });
  expect(await store.list(ALL)).toEqual([{ key: "ever", value: 3 }]);
  expect((await store.read()).state).toBe("state");
});

it("erases what expires within a minute together", async () => {
  await open("soon").put([
    { key: "a", value: 1, expiresAt: Date.now() + 1_000 },
  ]);
  await inObject("soon", async (object, storage) => {
    const at = Date.now();
    await storage.deleteAlarm();
    await object.alarm();
    expect(await storage.getAlarm()).toBeGreaterThanOrEqual(at + MINUTE);
  });
});

it("begins again once its state has expired, and is nowhere stored", async () => {
  const store = open<string>("gone");
  const expiresAt = Date.now() + HOUR;
  await store.commit({ expected: 0, state: "first", expiresAt });
  await inObject("gone", async (object, storage) => {
    storage.sql.exec("UPDATE pieces SET expires = 1");
    await object.alarm();
    const tables = storage.sql.exec(
      "SELECT name FROM sqlite_master WHERE name = 'pieces'",
    );
    expect(tables.toArray()).toEqual([]);
  });
  expect(await store.read()).toEqual({ version: 0, state: undefined });
  await store.commit({ expected: 0, state: "second" });
  expect((await store.read()).state).toBe("second");
});
