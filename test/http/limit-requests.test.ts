import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import {
  limitRate,
  openStream,
  type CallerLimits,
} from "../../src/http/limit-requests.ts";
import { STREAM_MS } from "../../src/http/stream-place.ts";
import { createLimiter } from "../../src/limits/limiter.ts";
import { createMemoryCounters } from "../fakes/memory-counters.ts";
import { BROKEN_COUNTERS } from "../fakes/no-limits.ts";

function setUp(limits: Partial<CallerLimits> = {}) {
  /** A quarter of an hour, and 48 seconds. */
  const clock = { at: 1_994_000 * STREAM_MS + 47_999 };
  const now = () => clock.at;
  const callerLimits = {
    limiter: createLimiter({ counters: createMemoryCounters({ now }), now }),
    requestsPerMinute: 2,
    streamsPerCaller: 1,
    ...limits,
  };
  const app = new Hono<{ Variables: { caller: string } }>();
  app.use("/:caller", async (context, next) => {
    context.set("caller", context.req.param("caller"));
    await next();
  });
  app.use("*", limitRate(callerLimits));
  app.get("/:caller", (context) => context.text("Here it is"));
  const ask = async (caller = "shop") => app.request(`/${caller}`);
  const open = async (caller = "shop") => {
    const admission = await openStream(callerLimits, caller);
    return admission.kind === "open" ? admission.place : undefined;
  };
  return { clock, ask, open, callerLimits };
}

const UNCOUNTED = createLimiter({ counters: BROKEN_COUNTERS });

describe("requests of a caller", () => {
  it("are admitted up to the limit, and report what is left until when", async () => {
    const { ask } = setUp();
    const admitted = await ask();
    expect(await admitted.text()).toBe("Here it is");
    expect(Object.fromEntries(admitted.headers)).toMatchObject({
      "ratelimit-limit": "2",
      "ratelimit-remaining": "1",
      "ratelimit-reset": "13",
      "ratelimit-policy": "2;w=60",
    });
    await ask();
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("13");
    expect(refused.headers.get("ratelimit-remaining")).toBe("0");
    expect(await refused.json()).toMatchObject({
      type: "https://parley.chat/problems/too-many-requests",
      detail: expect.stringContaining("in 13 seconds"),
    });
    expect((await ask("desk")).status).toBe(200);
  });

  it.each([
    ["nothing can be counted", { limiter: UNCOUNTED }],
    ["there is no limit", { requestsPerMinute: 0 }],
  ])("are admitted if %s", async (_, limits) => {
    const { ask } = setUp(limits);
    for (let time = 0; time < 3; time++) {
      const response = await ask();
      expect(response.status).toBe(200);
      expect(response.headers.has("ratelimit-limit")).toBe(false);
    }
  });
});

describe("a caller's stream", () => {
  it("is refused above the limit", async () => {
    const { open, callerLimits } = setUp();
    await open();
    expect(await openStream(callerLimits, "shop")).toMatchObject({
      problem: { status: 429, slug: "too-many-streams", retryAfterSeconds: 5 },
    });
    expect(await open("desk")).toBeDefined();
  });

  it("releases its slot when it ends, and if it never begins", async () => {
    const { open } = setUp();
    const leave = (await open())?.take();
    await leave?.();
    const place = await open();
    expect(await open()).toBeUndefined();
    await place?.[Symbol.asyncDispose]();
    expect(await open()).toBeDefined();
  });

  it("keeps a slot that it has taken until it ends", async () => {
    const { open } = setUp();
    const place = await open();
    place?.take();
    await place?.[Symbol.asyncDispose]();
    expect(await open()).toBeUndefined();
  });

  it("of a dead process counts for a quarter of an hour", async () => {
    const { clock, open } = setUp();
    await open();
    clock.at += STREAM_MS - 48_000;
    expect(await open()).toBeUndefined();
    clock.at += 1;
    expect(await open()).toBeDefined();
  });

  it.each([
    ["nothing can be counted", { limiter: UNCOUNTED }],
    ["there is no limit", { streamsPerCaller: 0 }],
  ])("is admitted if %s", async (_, limits) => {
    const { open } = setUp(limits);
    for (let time = 0; time < 2; time++) expect(await open()).toBeDefined();
  });
});
