import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import {
  createOpenStreams,
  limitRate,
  STREAM_MS,
  type StreamPlace,
} from "../../src/http/limit-requests.ts";
import type { RateCount, RateLimiter } from "../../src/types/rate-limiter.ts";
import { createMemoryCounters } from "../fakes/memory-counters.ts";

const COUNT: RateCount = {
  limit: 5,
  remaining: 4,
  isExceeded: false,
  resetMs: 12_001,
};

function ask(limiter: RateLimiter, requestsPerMinute = 5): Promise<Response> {
  const app = new Hono<{ Variables: { caller: string } }>();
  app.use("*", async (context, next) => {
    context.set("caller", "shop");
    await next();
  });
  app.use("*", limitRate({ limiter, requestsPerMinute }));
  app.get("/", (context) => context.text("Here it is"));
  return Promise.resolve(app.request("/"));
}

describe("limitRate", () => {
  it("admits a request, and reports how many are left", async () => {
    const response = await ask({ take: async () => COUNT });
    expect(await response.text()).toBe("Here it is");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "ratelimit-limit": "5",
      "ratelimit-remaining": "4",
      "ratelimit-reset": "13",
      "ratelimit-policy": "5;w=60",
    });
  });

  it("rejects a request above the limit, and reports when to retry", async () => {
    const response = await ask({
      take: async () => ({ ...COUNT, remaining: 0, isExceeded: true }),
    });
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("13");
    expect(response.headers.get("ratelimit-remaining")).toBe("0");
    expect(await response.json()).toMatchObject({
      type: "https://parley.chat/problems/too-many-requests",
      detail: expect.stringContaining("in 13 seconds"),
    });
  });

  it("counts by the caller's name", async () => {
    const taken: unknown[] = [];
    await ask({
      take: async (...given) => {
        taken.push(given);
        return COUNT;
      },
    });
    expect(taken).toEqual([
      ["caller/shop/requests", { limit: 5, windowMs: 60_000 }],
    ]);
  });

  it.each([
    ["nothing can be counted", 5],
    ["there is no limit", 0],
  ])("admits requests if %s", async (_, requestsPerMinute) => {
    const take = () => Promise.reject(new Error("!"));
    const response = await ask({ take }, requestsPerMinute);
    expect(response.status).toBe(200);
    expect(response.headers.has("ratelimit-limit")).toBe(false);
  });
});

const START = 1_795_000 * STREAM_MS;

function setUp() {
  let time = START;
  const now = () => time;
  const counters = createMemoryCounters({ now });
  const openStream = createOpenStreams({ counters, now });
  const open = async (limit: number, key = "address/a") => {
    const opening = await openStream([{ key, limit }]);
    return opening.kind === "open" ? opening.place : undefined;
  };
  return { openStream, counters, open, wait: (ms: number) => (time += ms) };
}

const end = (place: StreamPlace | undefined) => place?.take()();

describe("open streams", () => {
  it("never exceed their owner's limit, even if opened concurrently", async () => {
    const { open } = setUp();
    const places = await Promise.all(
      Array.from({ length: 400 }, () => open(50)),
    );
    expect(places.filter(Boolean)).toHaveLength(50);
  });

  it("release their slot when they end, and if they never begin", async () => {
    const { open } = setUp();
    const place = await open(1);
    expect(await open(1)).toBeUndefined();
    await end(place);
    await using unused = await open(1);
    expect(unused).toBeDefined();
    await unused?.[Symbol.asyncDispose]();
    expect(await open(1)).toBeDefined();
  });

  it("release a slot that they have taken only when they end", async () => {
    const { open } = setUp();
    const place = await open(1);
    const leave = place?.take();
    await place?.[Symbol.asyncDispose]();
    expect(await open(1)).toBeUndefined();
    await leave?.();
    expect(await open(1)).toBeDefined();
  });

  it("of a dead process count until their maximum duration has passed", async () => {
    const { open, wait } = setUp();
    await open(1);
    wait(STREAM_MS - 1);
    expect(await open(1)).toBeUndefined();
    wait(1);
    expect(await open(1)).toBeDefined();
  });

  it("count in the quarter of an hour in which they started", async () => {
    const { open, wait } = setUp();
    const old = await open(1);
    wait(STREAM_MS);
    const next = await open(1);
    await end(old);
    expect(await open(1)).toBeUndefined();
    await end(next);
    expect(await open(1)).toBeDefined();
  });

  it("count for all of their owners or none", async () => {
    const { openStream } = setUp();
    const visitor = { key: "address/a/v", limit: 1 };
    const address = { key: "address/a", limit: 2 };
    expect((await openStream([visitor, address])).kind).toBe("open");
    expect(await openStream([visitor, address])).toEqual({
      kind: "full",
      owner: visitor,
    });
    const other = { key: "address/a/w", limit: 1 };
    expect((await openStream([other, address])).kind).toBe("open");
    const third = { key: "address/a/x", limit: 1 };
    expect(await openStream([third, address])).toEqual({
      kind: "full",
      owner: address,
    });
  });

  it("are not counted without a limit, or if the counters fail", async () => {
    const { open, counters } = setUp();
    expect(await open(0)).toBeDefined();
    const openBroken = createOpenStreams({
      counters: { ...counters, add: () => Promise.reject(new Error("away")) },
    });
    const opening = await openBroken([{ key: "address/a", limit: 1 }]);
    expect(opening.kind).toBe("open");
  });
});
