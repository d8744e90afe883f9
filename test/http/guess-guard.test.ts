import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { refuseCaller } from "../../src/http/bearer-keys.ts";
import { createGuessGuard } from "../../src/http/guess-guard.ts";
import { createClientKey } from "../../src/http/platform-context.ts";
import { problemResponse } from "../../src/http/problems.ts";
import { createKeyedHash } from "../../src/http/secrets.ts";
import { createLimiter } from "../../src/limits/limiter.ts";
import type { Counters } from "../../src/types/counters.ts";
import { createMemoryCounters } from "../fakes/memory-counters.ts";

const MINUTE = 60_000;
const RIGHT = "Bearer right";

/** An app with the guard; it accepts one key, or the signature `right`. */
function setUp({ limit = 3 } = {}) {
  let time = 29_916_666 * MINUTE;
  let requests = 0;
  let looks = 0;
  let isDown = false;
  const now = () => time;
  const delays: number[] = [];
  const sleep = async (ms: number) => void delays.push(ms);
  const memory = createMemoryCounters({ now });
  const counters: Counters = {
    ...memory,
    async add(changes) {
      requests++;
      if (isDown) throw new Error("The counters are away.");
      return memory.add(changes);
    },
  };
  const hash = createKeyedHash({ secret: "s", purpose: ["test"] });
  const clientKey = createClientKey(hash);
  /** A guard as in another process. */
  const createApp = () => {
    const guard = createGuessGuard({
      limit,
      limiter: createLimiter({ counters, now }),
      clientKey,
      hash,
      now,
      sleep,
    });
    return new Hono().get("/", async (context) => {
      const checking = await guard.check(context, async () => {
        looks++;
        const key = context.req.header("authorization");
        const signature = context.req.header("webhook-signature");
        const isRight = key === RIGHT || signature === "right";
        const isShown = key !== undefined || signature !== undefined;
        return isRight
          ? { kind: "known" }
          : refuseCaller("Wrong.", { isWrong: isShown });
      });
      return checking.kind === "refused"
        ? problemResponse(checking.problem)
        : new Response();
    });
  };
  const app = createApp();
  const call = (
    headers: Record<string, string>,
    { address = "203.0.113.7", from = app } = {},
  ) =>
    Promise.resolve(from.request("/", { headers }, { clientAddress: address }));
  const show = (authorization: string, options?: Parameters<typeof call>[1]) =>
    call({ authorization }, options);
  return {
    call,
    show,
    createApp,
    delays,
    looks: () => looks,
    requests: () => requests,
    breakCounters: () => (isDown = true),
    wait: (ms: number) => (time += ms),
  };
}

const statuses = (responses: readonly Response[]) =>
  responses.map(({ status }) => status);

describe("wrong keys from one address", () => {
  it("are rejected unchecked above the limit, as is the right key, for the minute", async () => {
    const { show, looks, wait } = setUp();
    for (const guess of ["1", "2", "3"])
      expect((await show(`Bearer ${guess}`)).status).toBe(401);
    const refusal = await show("Bearer 4");
    expect(refusal.status).toBe(429);
    expect(refusal.headers.get("retry-after")).toBe("60");
    expect(await refusal.json()).toMatchObject({
      type: "https://parley.chat/problems/too-many-wrong-keys",
      detail: expect.stringContaining("more than 3 invalid keys"),
    });
    expect((await show(RIGHT)).status).toBe(429);
    expect(looks()).toBe(3);
    wait(MINUTE);
    expect((await show(RIGHT)).status).toBe(200);
  });

  it("are limited even if they arrive concurrently", async () => {
    const { show, looks } = setUp();
    await Promise.all(
      Array.from({ length: 200 }, (_, index) => show(`Bearer ${index}`)),
    );
    expect(looks()).toBe(3);
  });

  it("are delayed exponentially up to the limit, then rejected immediately", async () => {
    const { show, delays } = setUp({ limit: 6 });
    for (let index = 0; index < 9; index++) await show(`Bearer ${index}`);
    expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000]);
  });

  it("neither delay nor lock out another address", async () => {
    const { show, delays } = setUp();
    const address = "203.0.113.8";
    for (let index = 0; index < 4; index++) await show(`Bearer ${index}`);
    await show("Bearer 1", { address });
    expect(delays).toEqual([250, 500, 1_000, 250]);
    expect((await show(RIGHT, { address })).status).toBe(200);
  });

  it("count and delay once each, so that a client with an outdated key locks nobody out", async () => {
    const { show, delays } = setUp();
    const old = await Promise.all(
      Array.from({ length: 50 }, () => show("Bearer old")),
    );
    expect(new Set(statuses(old))).toEqual(new Set([401]));
    expect(delays).toEqual([250]);
    expect((await show(RIGHT)).status).toBe(200);
  });

  it("are not counted without a limit", async () => {
    const { show, requests, delays } = setUp({ limit: 0 });
    for (let index = 0; index < 5; index++)
      expect((await show(`Bearer ${index}`)).status).toBe(401);
    expect(requests()).toBe(0);
    expect(delays).toEqual([]);
  });
});

describe("the right key", () => {
  it("never counts, and costs a process two counter requests a minute", async () => {
    const { show, requests, createApp, delays } = setUp();
    for (let time = 0; time < 20; time++)
      expect((await show(RIGHT)).status).toBe(200);
    expect(requests()).toBe(2);
    const from = createApp();
    for (let time = 0; time < 20; time++)
      expect((await show(RIGHT, { from })).status).toBe(200);
    expect(requests()).toBe(3);
    expect(delays).toEqual([]);
    for (const guess of ["1", "2", "3"])
      expect((await show(`Bearer ${guess}`)).status).toBe(401);
  });

  it("is accepted in many concurrent requests", async () => {
    const { show } = setUp();
    const all = await Promise.all(
      Array.from({ length: 50 }, () => show(RIGHT)),
    );
    expect(new Set(statuses(all))).toEqual(new Set([200]));
  });
});

describe("while nothing can be counted", () => {
  it("guesses are rejected unchecked, as is the right key", async () => {
    const { show, looks, breakCounters } = setUp();
    breakCounters();
    for (const guess of ["Bearer 1", "Bearer 2", RIGHT]) {
      const refusal = await show(guess);
      expect(refusal.status).toBe(503);
      expect(refusal.headers.get("retry-after")).toBe("5");
    }
    expect(looks()).toBe(0);
  });

  it("a right key passes where it was used before, however long it lasts", async () => {
    const { show, wait, breakCounters } = setUp();
    await show(RIGHT);
    breakCounters();
    wait(90 * MINUTE);
    expect((await show(RIGHT)).status).toBe(200);
    expect((await show(RIGHT, { address: "203.0.113.8" })).status).toBe(503);
  });

  it("right signatures pass", async () => {
    const { call, breakCounters } = setUp();
    breakCounters();
    expect((await call({ "webhook-signature": "right" })).status).toBe(200);
    expect((await call({ "webhook-signature": "wrong" })).status).toBe(401);
  });
});

describe("signatures", () => {
  it("are counted and delayed if wrong, but accepted if right", async () => {
    const { call, delays } = setUp();
    const sign = (signature: string) =>
      call({ "webhook-signature": signature });
    for (let index = 0; index < 3; index++)
      expect((await sign("wrong")).status).toBe(401);
    expect((await sign("wrong")).status).toBe(429);
    expect((await sign("right")).status).toBe(200);
    expect(delays).toEqual([250, 500, 1_000]);
  });

  it("do not count if neither a signature nor a key is sent", async () => {
    const { call } = setUp();
    for (let index = 0; index < 5; index++)
      expect((await call({})).status).toBe(401);
  });
});
