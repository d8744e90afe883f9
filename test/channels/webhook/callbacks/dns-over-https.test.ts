import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDnsOverHttps } from "../../../../src/channels/webhook/callbacks/public-host.ts";
import { listen, type ListeningServer } from "../../../stubs/listen.ts";

const { signal } = new AbortController();

describe("DNS over HTTPS", () => {
  let server: ListeningServer;
  let asked: URL[];
  let accepted: (string | undefined)[];
  let answer: (type: string) => { status?: number; body: string };
  beforeEach(async () => {
    asked = [];
    accepted = [];
    server = await listen((request, response) => {
      const url = new URL(request.url ?? "", "http://localhost");
      asked.push(url);
      accepted.push(request.headers.accept);
      const { status = 200, body } = answer(url.searchParams.get("type") ?? "");
      response.writeHead(status, { location: "/dns-query" }).end(body);
    });
  });
  afterEach(() => server.close());

  const resolve = (name = "hooks.example.com") =>
    createDnsOverHttps({ url: `${server.url}/dns-query` }).resolve(name, {
      signal,
    });
  const say = (Status: number, Answer?: object[]) =>
    JSON.stringify({ Status, TC: false, Answer });

  it("resolves IPv4 and IPv6 addresses, also through aliases", async () => {
    answer = (type) => ({
      body: say(0, [
        { name: "hooks.example.com", type: 5, TTL: 1, data: "a.example." },
        {
          name: "a.example",
          type: Number(type),
          TTL: 1,
          data: type === "1" ? "93.184.215.14" : "2606:2800:21f::1",
        },
      ]),
    });
    expect((await resolve()).toSorted()).toEqual([
      "2606:2800:21f::1",
      "93.184.215.14",
    ]);
    expect(asked.map(({ search }) => search).toSorted()).toEqual([
      "?name=hooks.example.com&type=1",
      "?name=hooks.example.com&type=28",
    ]);
    expect(accepted).toEqual(["application/dns-json", "application/dns-json"]);
  });

  it("returns no addresses for an unknown name", async () => {
    answer = () => ({ body: say(3) });
    expect(await resolve()).toEqual([]);
    answer = () => ({ body: say(0) });
    expect(await resolve()).toEqual([]);
  });

  it("throws if only one of the two lookups succeeds", async () => {
    answer = (type) => ({
      body:
        type === "1" ? say(0, [{ type: 1, data: "93.184.215.14" }]) : say(2),
    });
    await expect(resolve()).rejects.toThrow("status 2");
  });

  it.each([
    ["an error", { status: 500, body: say(0) }],
    ["a redirect", { status: 302, body: say(0) }],
    ["invalid JSON", { body: "<html>" }],
    ["unexpected JSON", { body: '{"Status": "0"}' }],
    ["a truncated answer", { body: '{"Status": 0, "TC": true}' }],
    ["a refusal", { body: say(5) }],
    ["an oversized answer", { body: `${say(0)}${" ".repeat(200_000)}` }],
  ])("throws for %s", async (_, given) => {
    answer = () => given;
    await expect(resolve()).rejects.toThrow();
  });
});
