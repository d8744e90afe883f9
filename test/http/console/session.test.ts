import { describe, expect, it } from "vitest";
import type { GuessGuard } from "../../../src/http/guess-guard.ts";
import { refuse } from "../../../src/http/problems.ts";
import { ANN, BOB, ORIGIN, setUpConsole } from "./set-up-console.ts";

const HOUR = 3_600_000;
const SAME_SITE = { "sec-fetch-site": "same-origin" };

async function signIn(
  { call }: Pick<ReturnType<typeof setUpConsole>, "call">,
  key = ANN.key,
) {
  const response = await call("POST", "/session", {
    headers: { authorization: `Bearer ${key}`, ...SAME_SITE },
  });
  const cookie = response.headers.get("set-cookie") ?? "";
  return { response, cookie, value: cookie.split(";")[0] ?? "" };
}

describe("A session of the console", () => {
  it("begins with an operator's key and is hidden from scripts and other sites", async () => {
    const console = setUpConsole();
    const { response, cookie, value } = await signIn(console, BOB.key);
    expect(await response.json()).toEqual({ operator: "bob" });
    expect(cookie).toMatch(
      /^__Secure-parley_operator=bob\.\d+\.[0-9a-f]{64}; Path=\/console; HttpOnly; SameSite=Strict; Max-Age=28800; Secure$/,
    );
    const headers = { cookie: value, ...SAME_SITE };
    const session = await console.call("GET", "/session", { headers });
    expect(await session.json()).toEqual({
      operator: "bob",
      shows_texts: true,
      channels: ["telegram", "web"],
      has_library: true,
    });
    expect(session.headers.get("cache-control")).toBe("no-store");
  });

  it.each([
    ["without a key", undefined],
    ["with a wrong key", `Bearer ${ANN.key}x`],
  ])("does not begin %s", async (_, authorization) => {
    const { call, recorded } = setUpConsole();
    const response = await call("POST", "/session", {
      headers: { ...SAME_SITE, ...(authorization && { authorization }) },
    });
    expect(response.status).toBe(401);
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(await recorded()).toEqual([]);
  });

  it("does not begin over http, where others could read it", async () => {
    const { create } = setUpConsole();
    const response = await create().request(
      "http://parley.example/console/session",
      {
        method: "POST",
        headers: { authorization: `Bearer ${ANN.key}`, ...SAME_SITE },
      },
    );
    expect(response.status).toBe(403);
    expect(response.headers.get("set-cookie")).toBeNull();
  });

  it("limits guesses", async () => {
    const guessGuard: GuessGuard = {
      check: async () =>
        refuse({ status: 429, slug: "guesses", title: "", detail: "" }),
    };
    const { call } = setUpConsole({ guessGuard });
    for (const path of ["/session", "/api/conversations"])
      expect(
        (await call(path === "/session" ? "POST" : "GET", path)).status,
      ).toBe(429);
  });

  it("ends after eight hours", async () => {
    const console = setUpConsole();
    const { value } = await signIn(console);
    const status = async () =>
      (
        await console.call("GET", "/api/conversations", {
          headers: { cookie: value, ...SAME_SITE },
        })
      ).status;
    console.clock.at += 8 * HOUR - 1_000;
    expect(await status()).toBe(200);
    console.clock.at += 1_000;
    expect(await status()).toBe(401);
  });

  it("ends with its key, and no other one does", async () => {
    const console = setUpConsole();
    const { value } = await signIn(console);
    const statusWith = async (operators: readonly (typeof ANN)[]) =>
      (
        await console.call("GET", "/session", {
          headers: { cookie: value, ...SAME_SITE },
          at: console.create({ operators }),
        })
      ).status;
    const renewed = { ...ANN, key: `${ANN.key}-renewed` };
    expect(await statusWith([ANN])).toBe(200);
    expect(await statusWith([renewed, ANN])).toBe(200);
    expect(await statusWith([renewed, BOB])).toBe(401);
    expect(await statusWith([BOB])).toBe(401);
  });

  it("cannot be made up or be changed", async () => {
    const console = setUpConsole();
    const { value } = await signIn(console);
    for (const forged of [
      value.replace("=ann.", "=bob."),
      value.replace(
        /\.\d+\./,
        (until) => `.${Number(until.slice(1, -1)) + 9}.`,
      ),
      value.slice(0, -1),
      "__Secure-parley_operator=ann",
    ])
      expect(
        (
          await console.call("GET", "/session", {
            headers: { cookie: forged, ...SAME_SITE },
          })
        ).status,
      ).toBe(401);
  });

  it("does nothing for requests of other sites", async () => {
    const console = setUpConsole();
    const { value } = await signIn(console);
    const statusOf = async (headers: Record<string, string>) =>
      (
        await console.call("DELETE", "/api/conversations/web:a", {
          headers: { cookie: value, ...headers },
        })
      ).status;
    expect(await statusOf({ "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await statusOf({ "sec-fetch-site": "same-site" })).toBe(403);
    expect(await statusOf({ origin: "https://evil.example" })).toBe(403);
    expect(await statusOf({})).toBe(403);
    expect(await console.recorded()).toEqual([["ann", "sign-in"]]);
    expect(await statusOf({ origin: ORIGIN })).toBe(200);
  });

  it("ends on request, which is recorded like its beginning", async () => {
    const console = setUpConsole();
    const { value } = await signIn(console);
    const response = await console.call("DELETE", "/session", {
      headers: { cookie: value, ...SAME_SITE },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get("set-cookie")).toMatch(
      /^__Secure-parley_operator=; Path=\/console; .*Max-Age=0/,
    );
    expect(await console.recorded()).toEqual([
      ["ann", "sign-in"],
      ["ann", "sign-out"],
    ]);
  });
});
