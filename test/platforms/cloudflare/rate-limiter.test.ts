import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createDurableObjectRateLimiter } from "../../../src/platforms/cloudflare/durable-object-rate-limiter.ts";
import { describeRateLimiterContract } from "../../contracts/rate-limiter-contract.ts";

describeRateLimiterContract("Durable Object rate limiter", (options) =>
  createDurableObjectRateLimiter({ namespace: env.RATE_LIMIT, ...options }),
);

const get = (path: string, authorization = "Bearer key-of-the-shop") =>
  exports.default.fetch(
    new Request(`https://parley.example${path}`, {
      headers: { authorization },
    }),
  );

describe("every answer to a known caller", () => {
  it("tells how many requests are left", async () => {
    const first = await get("/v1/messages/none");
    const second = await get("/v1/nothing");
    expect(first.headers.get("ratelimit-limit")).toBe("600");
    expect(first.headers.get("ratelimit-policy")).toBe("600;w=60");
    expect(Number(first.headers.get("ratelimit-reset"))).toBeGreaterThan(0);
    const left = [first, second].map(({ headers }) =>
      Number(headers.get("ratelimit-remaining")),
    );
    // A new minute may begin in between.
    expect([
      [599, 598],
      [599, 599],
    ]).toContainEqual(left);
  });

  it("tells strangers nothing, and does not count them", async () => {
    const stranger = await get("/v1/messages/none", "Bearer wrong");
    expect(stranger.headers.has("ratelimit-limit")).toBe(false);
    const mine = await get("/v1/messages/none");
    expect(mine.headers.get("ratelimit-remaining")).toBe("599");
  });
});
