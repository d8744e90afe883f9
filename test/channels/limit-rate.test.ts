import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { limitRate } from "../../src/channels/limit-rate.ts";
import type { RateCount, RateLimiter } from "../../src/rate-limiter.ts";

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
  it("lets a request pass, and tells what is left", async () => {
    const response = await ask({ take: async () => COUNT });
    expect(await response.text()).toBe("Here it is");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "ratelimit-limit": "5",
      "ratelimit-remaining": "4",
      "ratelimit-reset": "13",
      "ratelimit-policy": "5;w=60",
    });
  });

  it("refuses one too many, and says when to come again", async () => {
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
  ])("lets requests pass where %s", async (_, requestsPerMinute) => {
    const take = () => Promise.reject(new Error("!"));
    const response = await ask({ take }, requestsPerMinute);
    expect(response.status).toBe(200);
    expect(response.headers.has("ratelimit-limit")).toBe(false);
  });
});
