import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createDurableObjectTitles } from "../../../src/platforms/cloudflare/object-clients.ts";
import { TitlesObject } from "../../../src/platforms/cloudflare/titles-object.ts";

const DAY = 86_400_000;
const ADA = "web:ada";
const EXPIRING = Object.assign({ ...env }, { MEMORY_RETENTION_DAYS: "30" });

const titlesIn = ({ storage }: DurableObjectState): unknown[] =>
  storage.sql
    .exec<{ value: string }>("SELECT value FROM pieces")
    .toArray()
    .map(({ value }) => JSON.parse(value).title);

it("a visitor's titles are in an object of their own, without an alarm where nothing expires", async () => {
  const titles = createDurableObjectTitles(env.TITLES);
  const first = { number: 0, title: "First", at: 1 };
  const second = { number: 1, title: "Second", at: 2 };
  for (const listed of [first, second]) await titles.put(ADA, listed);
  await titles.remove(ADA, 0);
  expect(await titles.list(ADA)).toEqual([second]);
  await runInDurableObject(env.TITLES.getByName(ADA), async (_, state) => {
    expect(titlesIn(state)).toEqual(["Second"]);
    expect(await state.storage.getAlarm()).toBeNull();
  });
});

it("titles are erased by an alarm when they expire, without a visit", () =>
  runInDurableObject(env.TITLES.getByName("web:bob"), async (_, state) => {
    const { storage } = state;
    const at = Date.now() - 30 * DAY;
    const kept = new TitlesObject(state, env);
    await kept.put(ADA, { number: 1, title: "Old", at });
    await kept.put(ADA, { number: 0, title: "New", at: at + 9 * DAY });
    await new TitlesObject(state, EXPIRING).alarm();
    expect(titlesIn(state)).toEqual(["New"]);
    expect(await storage.getAlarm()).toBe(at + 39 * DAY);
  }));

it("a visitor's first title sets the alarm", () =>
  runInDurableObject(env.TITLES.getByName("web:eve"), async (_, state) => {
    const at = Date.now();
    const titles = new TitlesObject(state, EXPIRING);
    await titles.put(ADA, { number: 0, title: "First", at });
    expect(await state.storage.getAlarm()).toBe(at + 30 * DAY);
  }));

it("an alarm during a wrong configuration comes again", () =>
  runInDurableObject(env.TITLES.getByName("web:zoe"), async (_, state) => {
    const broken = Object.assign({ ...env }, { AGENT_MAX_STEPS: "many" });
    await new TitlesObject(state, broken).alarm();
    expect(await state.storage.getAlarm()).not.toBeNull();
  }));
