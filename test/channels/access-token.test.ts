import { createAccessToken } from "../../src/channels/access-token.ts";
import { beforeEach, describe, expect, it } from "vitest";

const HOUR_MS = 3_600_000;
const { signal } = new AbortController();

describe("an access token", () => {
  let time: number;
  let asked: number;
  let ask: () => Promise<{ text: string; seconds: number }>;
  const createToken = () =>
    createAccessToken({ ask: () => ask(), now: () => time });

  beforeEach(() => {
    time = 0;
    asked = 0;
    ask = async () => ({ text: `token ${++asked}`, seconds: 3_600 });
  });

  it("is asked for once, and again five minutes before its end", async () => {
    const token = createToken();
    expect(await token.read({ signal })).toBe("token 1");
    time = HOUR_MS - 301_000;
    expect(await token.read({ signal })).toBe("token 1");
    time = HOUR_MS - 300_000;
    expect(await token.read({ signal })).toBe("token 2");
  });

  it("is used on while another call renews it, until its end", async () => {
    const token = createToken();
    await token.read({ signal });
    const next = Promise.withResolvers<{ text: string; seconds: number }>();
    ask = () => next.promise;
    time = HOUR_MS - 300_000;
    const renewed = token.read({ signal });
    expect(await token.read({ signal })).toBe("token 1");
    next.resolve({ text: "the next", seconds: 3_600 });
    expect(await renewed).toBe("the next");
  });

  it("is used on while it cannot be renewed, until its end", async () => {
    const token = createToken();
    await token.read({ signal });
    const failure = new Error("the login is down");
    ask = () => Promise.reject(failure);
    time = HOUR_MS - 1;
    expect(await token.read({ signal })).toBe("token 1");
    time = HOUR_MS;
    await expect(token.read({ signal })).rejects.toBe(failure);
  });

  it("is asked for again once it is refused, unless another call has renewed it", async () => {
    const token = createToken();
    const refused = await token.read({ signal });
    token.forget(refused);
    expect(await token.read({ signal })).toBe("token 2");
    token.forget(refused);
    expect(await token.read({ signal })).toBe("token 2");
  });
});
