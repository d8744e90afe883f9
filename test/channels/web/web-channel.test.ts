import { describe, expect, it } from "vitest";
import { createWebAccess } from "../../../src/channels/web/web-access.ts";
import { createWebChannel } from "../../../src/channels/web/web-channel.ts";
import { describeChannelContract } from "../../contracts/channel-contract.ts";

type Mode = "local" | "password" | "public" | "off";

const accessFor = (mode: Mode, password = "correct horse") =>
  createWebAccess({
    mode,
    password: mode === "password" ? password : undefined,
  });

const SESSION = "parley_session=0f8fad5b-d9cb-469f-a165-70867728950e";

const request = (
  body: BodyInit,
  headers: Record<string, string> = { cookie: SESSION },
) =>
  new Request("https://parley.example/web/messages", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
    duplex: "half",
  } as RequestInit);

describeChannelContract("web", {
  create: async () => ({
    channel: createWebChannel({ access: accessFor("public") }),
    close: async () => {},
  }),
  request: (body) => request(body),
  body: JSON.stringify({
    id: "3f0e5e39-6c3c-4a3c-9c8b-6c3c4a3c9c8b",
    text: "Hello",
  }),
  strangers: {
    "no session": (body) => request(body, {}),
    "a session that we cannot have made": (body) =>
      request(body, { cookie: "parley_session=../../etc" }),
  },
});

describe("createWebAccess", () => {
  const visit = (url: string, cookie = "") =>
    new Request(url, { headers: { cookie } });

  it.each([
    ["public", "https://parley.example/", undefined],
    ["off", "http://localhost:8787/", "web-chat-off"],
    ["local", "http://localhost:8787/", undefined],
    ["local", "http://127.0.0.1:8787/", undefined],
    ["local", "http://[::1]:8787/", undefined],
    ["local", "http://parley.example/", "web-chat-off"],
    ["local", "http://localhost.evil.example/", "web-chat-off"],
    ["local", "http://127.0.0.1.evil.example/", "web-chat-off"],
    ["password", "https://parley.example/", "password-required"],
  ] as const)("%s, at %s: %s", async (mode, url, problem) => {
    expect((await accessFor(mode).check(visit(url)))?.slug).toBe(problem);
  });

  it("is not fooled by a page from elsewhere that names this machine", async () => {
    const headers = { origin: "https://evil.example" };
    const posted = new Request("http://localhost:8787/", { headers });
    expect((await accessFor("local").check(posted))?.slug).toBe("web-chat-off");
    const own = { origin: "http://localhost:8787" };
    const ours = new Request("http://localhost:8787/", { headers: own });
    expect(await accessFor("local").check(ours)).toBeUndefined();
  });

  it("lets in who knows the password, until it is changed", async () => {
    const access = accessFor("password");
    expect(await access.login("wrong")).toBeUndefined();
    const proof = await access.login("correct horse");
    const returning = visit(
      "https://parley.example/",
      `other=1; parley_access=${proof}`,
    );
    expect(await access.check(returning)).toBeUndefined();
    const changed = accessFor("password", "battery staple");
    expect((await changed.check(returning))?.slug).toBe("password-required");
  });

  it("lets nobody log in where there is no password", async () => {
    expect(await accessFor("off").login("")).toBeUndefined();
  });
});

describe("the web channel", () => {
  it("names the conversation after a hash of the session, so that its name opens nothing", async () => {
    const channel = createWebChannel({ access: accessFor("public") });
    const reception = await channel.receive(
      request(JSON.stringify({ id: crypto.randomUUID(), text: "Hello" })),
    );
    if (reception.kind === "refused")
      return expect.unreachable(reception.problem.detail);
    expect(reception.messages[0]?.conversation).toMatch(/^web:[0-9a-f]{32}$/);
    expect(JSON.stringify(reception)).not.toContain(SESSION.slice(-12));
  });
});
