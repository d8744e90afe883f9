import { describe, expect, it } from "vitest";
import {
  callbackCounterKey,
  createCallbackConfirmations,
  createEndpointConfirmation,
  type EndpointAnswer,
} from "../../../../src/channels/webhook/callbacks/confirm-endpoint.ts";
import { createRateLimiter } from "../../../../src/limits/rate-limiter.ts";
import { createMemoryCounters } from "../../../fakes/memory-counters.ts";

const DAY_MS = 86_400_000;
const REFUSED = { kind: "unconfirmed", reason: "It said no." } as const;

/** Endpoints, and a clock that `wait` advances. */
function createScene() {
  const clock = { now: Date.parse("2026-11-23T08:00:00Z") };
  const now = () => clock.now;
  const counters = createMemoryCounters({ now });
  const confirmations = createCallbackConfirmations({ counters, now });
  const asked: string[] = [];
  const scene = {
    clock,
    confirmations,
    asked,
    answer: async (): Promise<EndpointAnswer> => ({ kind: "confirmed" }),
    wait: async (ms: number): Promise<void> => void (clock.now += ms),
    confirm: (url = "https://hooks.example.com/parley", caller = "shop") =>
      confirm({ caller, url: new URL(url), place: "public", secrets: [] }),
  };
  const confirm = createEndpointConfirmation({
    confirmations,
    limiter: createRateLimiter({ counters, now }),
    verify: async ({ caller, url }) => {
      asked.push(`${caller} ${url.href}`);
      return scene.answer();
    },
    wait: (ms) => scene.wait(ms),
  });
  return scene;
}

describe("an endpoint", () => {
  it("is asked once for all URLs of its origin", async () => {
    const { confirm, asked } = createScene();
    for (const path of ["/parley", "/parley", "/other?x=1"])
      expect(await confirm(`https://hooks.example.com${path}`)).toEqual({
        kind: "confirmed",
      });
    expect(asked).toEqual(["shop https://hooks.example.com/parley"]);
  });

  it("is asked once per caller and origin", async () => {
    const { confirm, asked } = createScene();
    await confirm("https://hooks.example.com/");
    await confirm("https://hooks.example.com/", "desk");
    await confirm("https://hooks.example.com:8443/");
    await confirm("https://a.hooks.example.com/");
    await confirm("http://hooks.example.com/");
    expect(asked).toHaveLength(5);
  });

  it("is asked again after 90 days; earlier messages' callbacks are sent for 30 more", async () => {
    const { confirm, confirmations, clock, asked } = createScene();
    const endpoint = { caller: "shop", origin: "https://hooks.example.com" };
    expect(await confirmations.find(endpoint)).toBe("none");
    await confirm();
    clock.now += 90 * DAY_MS;
    expect(await confirmations.find(endpoint)).toBe("valid");
    clock.now += 1;
    expect(await confirmations.find(endpoint)).toBe("expired");
    clock.now += 30 * DAY_MS;
    expect(await confirmations.find(endpoint)).toBe("none");
    await confirm();
    expect(await confirmations.find(endpoint)).toBe("valid");
    expect(asked).toHaveLength(2);
  });

  it("may confirm again while a storage still has its expired confirmation", async () => {
    const clock = { now: Date.parse("2026-11-23T08:00:00Z") };
    // Like DynamoDB: reads skip expired sums, additions do not.
    const kept = createMemoryCounters({ now: () => 0 });
    const expiries = new Map<string, number>();
    const confirmations = createCallbackConfirmations({
      counters: {
        add(changes) {
          for (const { key, expiresAt } of changes)
            expiries.set(key, expiresAt);
          return kept.add(changes);
        },
        read: async (key) =>
          (expiries.get(key) ?? 0) > clock.now ? kept.read(key) : {},
      },
      now: () => clock.now,
    });
    const endpoint = { caller: "shop", origin: "https://hooks.example.com" };
    for (const days of [0, 121, 241, 400]) {
      clock.now += days * DAY_MS;
      expect(await confirmations.find(endpoint)).toBe("none");
      await confirmations.note(endpoint);
      expect(await confirmations.find(endpoint)).toBe("valid");
    }
  });

  it("may confirm again earlier, repeatedly and concurrently", async () => {
    const { confirmations, clock } = createScene();
    const endpoint = { caller: "shop", origin: "https://hooks.example.com" };
    for (let time = 0; time < 3; time++) {
      await Promise.all([1, 2, 3].map(() => confirmations.note(endpoint)));
      clock.now += 50 * DAY_MS;
    }
    expect(await confirmations.find(endpoint)).toBe("valid");
    clock.now += 40 * DAY_MS + 1;
    expect(await confirmations.find(endpoint)).toBe("expired");
  });

  it("that refuses is asked again by the next message, after six seconds at the earliest", async () => {
    const scene = createScene();
    scene.answer = async () => REFUSED;
    const startedAt = scene.clock.now;
    expect(await scene.confirm()).toEqual(REFUSED);
    scene.answer = async () => ({ kind: "confirmed" });
    expect(await scene.confirm()).toEqual({ kind: "confirmed" });
    expect(scene.asked).toHaveLength(2);
    expect(scene.clock.now - startedAt).toBeGreaterThan(0);
    expect(scene.clock.now - startedAt).toBeLessThanOrEqual(6_000);
  });
});

describe("forty concurrent messages with a new endpoint", () => {
  /**
   * `tick`: once this many of them wait, advances the clock to their next poll.
   */
  function sendForty(scene: ReturnType<typeof createScene>) {
    const waiting: { ms: number; end: () => void }[] = [];
    scene.wait = (ms) => new Promise((end) => void waiting.push({ ms, end }));
    const sent = Array.from({ length: 40 }, () => scene.confirm());
    return {
      sent,
      tick: async (count: number): Promise<void> => {
        await expect.poll(() => waiting.length).toBe(count);
        scene.clock.now += waiting[0]?.ms ?? 0;
        for (const { end } of waiting.splice(0)) end();
      },
    };
  }

  it("ask it once, and all are accepted", async () => {
    const scene = createScene();
    const { promise, resolve } = Promise.withResolvers<EndpointAnswer>();
    scene.answer = () => promise;
    const { sent, tick } = sendForty(scene);
    await tick(39);
    await tick(39);
    resolve({ kind: "confirmed" });
    await expect(Promise.race(sent)).resolves.toEqual({ kind: "confirmed" });
    await tick(39);
    for (const confirmation of await Promise.all(sent))
      expect(confirmation).toEqual({ kind: "confirmed" });
    expect(scene.asked).toHaveLength(1);
  });

  it("ask it twice if it refuses, and none is accepted", async () => {
    const scene = createScene();
    scene.answer = async () => REFUSED;
    const { sent, tick } = sendForty(scene);
    for (let time = 0; time < 12; time++) await tick(39);
    for (let time = 0; time < 12; time++) await tick(38);
    for (const confirmation of await Promise.all(sent))
      expect(confirmation.kind).toBe("unconfirmed");
    expect(scene.asked).toHaveLength(2);
  });
});

describe("a caller", () => {
  it("may have ten endpoints asked per minute, independently of other callers", async () => {
    const scene = createScene();
    scene.answer = async () => REFUSED;
    for (let number = 1; number <= 10; number++)
      await scene.confirm(`https://host${number}.example.com/`);
    const next = () => scene.confirm("https://host11.example.com/");
    expect(await next()).toEqual({
      kind: "limited",
      limit: 10,
      waitMs: 60_000,
    });
    expect(scene.asked).toHaveLength(10);
    expect(await scene.confirm("https://host11.example.com/", "desk")).toEqual(
      REFUSED,
    );
    scene.clock.now += 60_000;
    expect(await next()).toEqual(REFUSED);
  });
});

it("stores a caller's state under keys with a common prefix", () => {
  const key = callbackCounterKey("shop", "confirmed", "0f");
  expect(key).toBe("callbacks/shop/confirmed/0f");
});
