import { describe, expect, it } from "vitest";
import { createWebhookChannel } from "../../../src/channels/webhook/webhook-channel.ts";
import { readPreference } from "../../../src/channels/webhook/read-preference.ts";
import { describeChannelContract } from "../../contracts/channel-contract.ts";

const KEYS = [
  { name: "desk", key: "key-of-the-desk" },
  { name: "shop", key: "key-of-the-shop" },
];

const request = (body: BodyInit, authorization = "Bearer key-of-the-shop") => {
  const headers = { authorization, "content-type": "application/json" };
  return new Request("https://parley.example/v1/messages", {
    method: "POST",
    headers,
    body,
    duplex: "half",
  } as RequestInit);
};

describeChannelContract("webhook", {
  create: async () => ({
    channel: createWebhookChannel({ keysFor: () => KEYS }),
    close: async () => {},
  }),
  request,
  body: JSON.stringify({ id: "1", conversation: "order-17", text: "Hello" }),
  strangers: {
    "no key": (body) => request(body, ""),
    "a wrong key": (body) => request(body, "Bearer key-of-the-spy"),
    "a key without Bearer": (body) => request(body, "key-of-the-shop"),
    "an empty key": (body) => request(body, "Bearer "),
  },
});

describe("the webhook channel", () => {
  it("names conversations after the key, so that keys do not share them", async () => {
    const channel = createWebhookChannel({ keysFor: () => KEYS });
    const body = JSON.stringify({
      conversation: "order-17",
      text: "Hello",
      user: "mei",
    });
    const conversations = await Promise.all(
      KEYS.map(async ({ key }) => {
        const reception = await channel.receive(request(body, `Bearer ${key}`));
        return reception.kind === "messages"
          ? reception.messages[0]?.conversation
          : reception.problem;
      }),
    );
    expect(conversations).toEqual([
      "webhook:desk:order-17",
      "webhook:shop:order-17",
    ]);
  });

  it("makes an id for a message that has none", async () => {
    const channel = createWebhookChannel({
      keysFor: () => KEYS,
      createId: () => "made",
    });
    const reception = await channel.receive(
      request(JSON.stringify({ conversation: "1", text: "Hello" })),
    );
    expect(reception).toMatchObject({ messages: [{ id: "made" }] });
  });
});

describe("readPreference", () => {
  it.each([
    [{}, { kind: "wait", timeoutMs: 25_000 }],
    [{ prefer: "respond-async" }, { kind: "later" }],
    [{ prefer: "Respond-Async; foo" }, { kind: "later" }],
    [{ prefer: "wait=3" }, { kind: "wait", timeoutMs: 3_000 }],
    [{ prefer: "respond-async, wait=10" }, { kind: "wait", timeoutMs: 10_000 }],
    [{ prefer: "wait=99999" }, { kind: "wait", timeoutMs: 120_000 }],
    [{ prefer: "wait=0" }, { kind: "later" }],
    [{ prefer: "wait=soon" }, { kind: "wait", timeoutMs: 25_000 }],
    [
      { accept: "text/event-stream", prefer: "respond-async" },
      { kind: "events" },
    ],
    [{ accept: "application/json, */*" }, { kind: "wait", timeoutMs: 25_000 }],
  ])("reads %j", (headers, preference) => {
    expect(
      readPreference(new Headers(headers as Record<string, string>)),
    ).toEqual(preference);
  });
});
