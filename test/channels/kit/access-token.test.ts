import { beforeEach, describe, expect, it } from "vitest";
import {
  createAccessToken,
  type AccessToken,
} from "../../../src/channels/kit/access-token.ts";

const HOUR_MS = 3_600_000;
const { signal } = new AbortController();

describe("an access token", () => {
  let time: number;
  let requests: number;
  let requestToken: () => Promise<{ text: string; seconds: number }>;
  const createToken = () =>
    createAccessToken({ requestToken: () => requestToken(), now: () => time });
  const read = (token: AccessToken) =>
    token.use(async (used) => used, { isRefused: () => false, signal });

  beforeEach(() => {
    time = 0;
    requests = 0;
    requestToken = async () => ({
      text: `token ${++requests}`,
      seconds: 3_600,
    });
  });

  it("is requested once, and again five minutes before it expires", async () => {
    const token = createToken();
    expect(await read(token)).toBe("token 1");
    time = HOUR_MS - 301_000;
    expect(await read(token)).toBe("token 1");
    time = HOUR_MS - 300_000;
    expect(await read(token)).toBe("token 2");
  });

  it("is used until it expires if it cannot be renewed", async () => {
    const token = createToken();
    await read(token);
    const failure = new Error("the login is down");
    requestToken = () => Promise.reject(failure);
    time = HOUR_MS - 1;
    expect(await read(token)).toBe("token 1");
    time = HOUR_MS;
    await expect(read(token)).rejects.toBe(failure);
  });

  it("is renewed once if it is refused", async () => {
    const token = createToken();
    const used: string[] = [];
    const result = await token.use(async (text) => used.push(text), {
      isRefused: () => true,
      signal,
    });
    expect(used).toEqual(["token 1", "token 2"]);
    expect(result).toBe(2);
  });

  it("is not renewed again if another call has renewed it in the meantime", async () => {
    const token = createToken();
    const isFirst = (text: string) => text === "token 1";
    const renew = async () =>
      token.use(async (text) => text, { isRefused: isFirst, signal });
    const result = await token.use(
      async (text) => {
        if (isFirst(text)) await renew();
        return text;
      },
      { isRefused: isFirst, signal },
    );
    expect(result).toBe("token 2");
    expect(requests).toBe(2);
  });
});
