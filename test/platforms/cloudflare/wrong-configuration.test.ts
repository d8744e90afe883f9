import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CallbackObject } from "../../../src/platforms/cloudflare/callback-object.ts";
import { ConversationObject } from "../../../src/platforms/cloudflare/conversation-object.ts";
import {
  CountersObject,
  LibraryObject,
} from "../../../src/platforms/cloudflare/deployment-objects.ts";
import { MessageIndexObject } from "../../../src/platforms/cloudflare/message-index-object.ts";
import { openDurableObjectDatabase } from "../../../src/stores/sqlite/sqlite-database.ts";
import { createSqliteMemory } from "../../fakes/sqlite-memory.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { recordAttack } from "../../security/record-attack.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const { CONVERSATION, CALLBACK } = env;

/** A wrong configuration; `env` is the repaired one. */
const broken = (): typeof env =>
  Object.assign({ ...env }, { AGENT_MAX_STEPS: "many" });

/** In the future, so that no alarm fires unless a test runs it. */
const clock = { at: 0 };
beforeEach(() => {
  clock.at = Date.now() + 100 * 24 * HOUR;
  vi.spyOn(Date, "now").mockImplementation(() => clock.at);
});
afterEach(() => vi.restoreAllMocks());

/** Waits for the alarm and runs it in a new object; returns the waited time. */
async function runAlarm(
  { storage }: DurableObjectState,
  create: () => { alarm(): Promise<void> },
): Promise<number> {
  const alarm = await storage.getAlarm();
  if (alarm === null) throw new Error("No alarm is set.");
  const waitedMs = Math.max(alarm - clock.at, 0);
  clock.at += waitedMs;
  await storage.deleteAlarm();
  await create().alarm();
  return waitedMs;
}

describe("a conversation with a wrong configuration", () => {
  const inConversation = (
    work: (
      state: DurableObjectState,
      open: (environment: typeof env) => ConversationObject,
    ) => Promise<void>,
  ): Promise<void> =>
    runInDurableObject(
      CONVERSATION.getByName(crypto.randomUUID()),
      (_, state) =>
        work(
          state,
          (environment) => new ConversationObject(state, environment),
        ),
    );

  it("retries its turn with a growing delay until the repair", ({ task }) =>
    inConversation(async (state, open) => {
      await open(env).deliver(createMessage({ id: "a", text: "1+1" }));
      const waits = [];
      for (let alarm = 0; alarm < 12; alarm++)
        waits.push(await runAlarm(state, () => open(broken())));
      expect(waits.map((ms) => ms / MINUTE)).toEqual([
        0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60,
      ]);
      expect(await open(env).findTurn("a")).toMatchObject({
        status: "accepted",
        attempts: 0,
      });
      expect(await runAlarm(state, () => open(env))).toBe(HOUR);
      const turn = await open(env).findTurn("a");
      const got = turn?.status === "delivered" ? 0 : 1;
      recordAttack(task, "wrongConfiguration", { got, allowed: 0 });
      expect(turn).toMatchObject({
        status: "delivered",
        reply: "1+1 = 2.",
      });
    }));

  it("runs a turn at once when another message arrives after the repair", () =>
    inConversation(async (state, open) => {
      await open(env).deliver(createMessage({ id: "a", text: "1+1" }));
      const database = openDurableObjectDatabase(state.storage);
      await createSqliteMemory({ database }).beginAttempt("a");
      for (let alarm = 0; alarm < 5; alarm++)
        await runAlarm(state, () => open(broken()));
      await open(env).deliver(createMessage({ id: "b", text: "1+2" }));
      expect(await runAlarm(state, () => open(env))).toBe(0);
      expect(await open(env).findTurn("a")).toMatchObject({
        reply: "1+1 = 2.",
      });
    }));

  it("resets the delay to a minute after a repair", () =>
    inConversation(async (state, open) => {
      await open(env).deliver(createMessage({ id: "a", text: "1+1" }));
      for (let alarm = 0; alarm < 5; alarm++)
        await runAlarm(state, () => open(broken()));
      await runAlarm(state, () => open(env));
      clock.at += HOUR;
      await open(env).deliver(createMessage({ id: "b", text: "1+2" }));
      await runAlarm(state, () => open(broken()));
      expect(await runAlarm(state, () => open(env))).toBe(MINUTE);
    }));

  it("logs the names of the wrong variables, not their values", () =>
    inConversation(async (state, open) => {
      await open(env).deliver(createMessage({ id: "a" }));
      const error = vi.spyOn(console, "error").mockReturnValue();
      await runAlarm(state, () => open(broken()));
      const logged = JSON.stringify(error.mock.calls);
      expect(logged).toMatch(/alarm postponed.*AGENT_MAX_STEPS/);
      expect(logged).not.toContain("many");
    }));

  it("sets no alarm without a turn", () =>
    inConversation(async (state, open) => {
      open(broken());
      expect(await state.storage.getAlarm()).toBeNull();
    }));
});

describe("a callback during a wrong configuration", () => {
  it("waits with a growing delay and is sent after the repair", async () => {
    const turn = { conversation: "webhook:shop:1", id: "a" };
    const answered = CONVERSATION.getByName(turn.conversation);
    await runInDurableObject(answered, async (object, state) => {
      await object.deliver(createMessage({ ...turn, text: "1+1" }));
      await runAlarm(state, () => object);
    });
    await runInDurableObject(CALLBACK.getByName("broken"), async (_, state) => {
      const url = "https://hooks.example.com/204";
      const open = (environment: typeof env) =>
        new CallbackObject(state, environment);
      await open(env).enqueue({ ...turn, url });
      const waits = [];
      for (let alarm = 0; alarm < 9; alarm++)
        waits.push(await runAlarm(state, () => open(broken())));
      expect(waits.slice(1).map((ms) => ms / MINUTE)).toEqual([
        1, 2, 4, 8, 16, 32, 60, 60,
      ]);
      expect((await open(env).find(turn))?.deliveries).toEqual([]);
      await runAlarm(state, () => open(env));
      expect((await open(env).find(turn))?.deliveries).toHaveLength(1);
    });
  });
});

describe("an object that needs no configuration", () => {
  it("works even if the configuration is wrong", () =>
    runInDurableObject(CONVERSATION.getByName("any"), async (_, state) => {
      const change = { key: "a", add: { taken: 1 }, expiresAt: clock.at + 1 };
      const counters = new CountersObject(state, broken());
      expect((await counters.add([change])).kind).toBe("added");
      const index = new MessageIndexObject(state, broken());
      expect(await index.claim("a", "webhook:shop:1")).toBe("webhook:shop:1");
      const library = new LibraryObject(state, broken());
      expect(await library.list()).toEqual([]);
    }));
});
