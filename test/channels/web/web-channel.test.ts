import {
  createSessions,
  createWebAccess,
} from "../../../src/channels/web/web-access.ts";
import { createWebChannel } from "../../../src/channels/web/web-channel.ts";
import { describeChannelContract } from "../../contracts/channel-contract.ts";
import { DEPLOYMENT_SECRET } from "../../fixtures/secrets.ts";
import { describe, expect, it } from "vitest";

const secret = DEPLOYMENT_SECRET;
const access = createWebAccess({ mode: "public", password: undefined, secret });
const sessions = createSessions({ secret });
const channel = createWebChannel({ access, sessions });

const [SESSION = ""] = (
  await sessions.create(new Request("https://parley.example/"))
).split(";");
const ORIGIN = { origin: "https://parley.example" };

const request = (
  body: BodyInit,
  headers: Record<string, string> = { cookie: SESSION, ...ORIGIN },
) =>
  new Request("https://parley.example/web/messages", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
    duplex: "half",
  } as RequestInit);

describeChannelContract("web", {
  create: async () => ({ channel, close: async () => {} }),
  settings: { WEB_CHAT: "public", PARLEY_SECRET: secret },
  request: (body) => request(body),
  body: JSON.stringify({
    id: "3f0e5e39-6c3c-4a3c-9c8b-6c3c4a3c9c8b",
    text: "Hello",
  }),
  strangers: {
    "no session": (body) => request(body, ORIGIN),
    "a session that a visitor has made up": (body) =>
      request(body, {
        ...ORIGIN,
        cookie: `__Host-parley_session=${crypto.randomUUID()}`,
      }),
  },
});

describe("the web channel", () => {
  it("names the conversation after a hash of the session, so that its name opens nothing", async () => {
    const reception = await channel.receive(
      request(JSON.stringify({ id: crypto.randomUUID(), text: "Hello" })),
    );
    if (reception.kind === "refused")
      return expect.unreachable(reception.problem.detail);
    expect(reception.messages[0]?.conversation).toMatch(/^web:[0-9a-f]{32}$/);
    const [, id = ""] = /=([^.]+)/.exec(SESSION) ?? [];
    expect(JSON.stringify(reception)).not.toContain(id.slice(-12));
  });
});
