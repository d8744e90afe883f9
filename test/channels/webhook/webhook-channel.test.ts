import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { createWebhookChannel } from "../../../src/channels/webhook/webhook-channel.ts";
import { describeChannelContract } from "../../contracts/channel-contract.ts";
import { NO_CALLBACK_PARTS as callbacks } from "../../fakes/no-callbacks.ts";

const KEYS = [
  { name: "desk", key: "key-of-the-help-desk" },
  { name: "shop", key: "key-of-the-shop-window" },
];

const SECRETS = [
  { name: "shop", secret: `whsec_${btoa("secret-of-the-shop-for-tests")}` },
  { name: "shop", secret: `whsec_${btoa("the-next-secret-of-the-shop")}` },
  { name: "desk", secret: `whsec_${btoa("secret-of-the-desk-for-tests")}` },
];
const credentials = { keys: KEYS, secrets: async () => SECRETS };

const request = (
  body: BodyInit,
  authorization: string | null = "Bearer key-of-the-shop-window",
  more: Readonly<Record<string, string>> = {},
) => {
  const headers = {
    ...(authorization !== null && { authorization }),
    "content-type": "application/json",
    ...more,
  };
  return new Request("https://parley.example/v1/messages", {
    method: "POST",
    headers,
    body,
    duplex: "half",
  } as RequestInit);
};

/** As the reference implementation of Standard Webhooks signs. */
function signature({
  body = "{}",
  id = "msg_1",
  at = Date.now(),
  secret = SECRETS[0]?.secret ?? "",
} = {}) {
  const time = new Date(at);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, time, body),
  };
}

describeChannelContract("webhook", {
  create: async () => ({
    channel: createWebhookChannel({ credentials, callbacks }),
    close: async () => {},
  }),
  request,
  body: JSON.stringify({ id: "1", conversation: "order-17", text: "Hello" }),
  strangers: {
    "no key": (body) => request(body, ""),
    "a wrong key": (body) => request(body, "Bearer key-of-the-spy"),
    "a key without Bearer": (body) => request(body, "key-of-the-shop-window"),
    "an empty key": (body) => request(body, "Bearer "),
    "a wrong key beside a signature": (body) =>
      request(body, "Bearer key-of-the-spy", signature()),
    "a signature without an id": (body) =>
      request(body, null, { ...signature(), "webhook-id": "" }),
    "an id with a full stop": (body) =>
      request(body, null, signature({ id: "msg.1" })),
    "an id beyond ASCII": (body) =>
      request(body, null, signature({ id: "msg_\u0085" })),
    "a signature without a time": (body) =>
      request(body, null, { ...signature(), "webhook-timestamp": "" }),
    "no time at all": (body) =>
      request(body, null, { ...signature(), "webhook-timestamp": "soon" }),
    "a time that is over": (body) =>
      request(body, null, signature({ at: Date.now() - 302_000 })),
    "a time to come": (body) =>
      request(body, null, signature({ at: Date.now() + 302_000 })),
    "an empty signature": (body) =>
      request(body, null, { ...signature(), "webhook-signature": "" }),
    "a signature of another version": (body) =>
      request(body, null, { ...signature(), "webhook-signature": "v1a,AAAA" }),
  },
});

describe("the webhook channel", () => {
  it("names conversations after the key, so that keys do not share them", async () => {
    const channel = createWebhookChannel({ credentials, callbacks });
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
      credentials,
      callbacks,
      createId: () => "made",
    });
    const reception = await channel.receive(
      request(JSON.stringify({ conversation: "1", text: "Hello" })),
    );
    expect(reception).toMatchObject({ messages: [{ id: "made" }] });
  });
});

describe("a signed message", () => {
  const body = '{"conversation": "order-17", "text": "你好 👋"}\n';
  const channel = createWebhookChannel({ credentials, callbacks });
  const receive = (headers: Readonly<Record<string, string>>, sent = body) =>
    channel.receive(request(sent, null, headers));

  it.each(SECRETS)(
    "is known by any secret of its caller ($name)",
    async ({ name, secret }) => {
      expect(await receive(signature({ body, secret }))).toMatchObject({
        kind: "messages",
        messages: [
          {
            id: "msg_1",
            conversation: `webhook:${name}:order-17`,
            text: "你好 👋",
          },
        ],
      });
    },
  );

  it.each([-299_000, 299_000])("may be %d ms off", async (offset) => {
    const headers = signature({ body, at: Date.now() + offset });
    expect(await receive(headers)).toMatchObject({ kind: "messages" });
  });

  it("may have several signatures, of which one fits", async () => {
    const headers = signature({ body });
    const others = `v1,${btoa("x".repeat(32))} v1a,${btoa("y".repeat(64))}`;
    expect(
      await receive({
        ...headers,
        "webhook-signature": `${others} ${headers["webhook-signature"]}`,
      }),
    ).toMatchObject({ kind: "messages" });
  });

  it("of a stranger is refused, and tells nothing of the secrets", async () => {
    const secret = `whsec_${btoa("nobody here knows this secret")}`;
    const reception = await receive(signature({ body, secret }));
    expect(reception).toMatchObject({
      kind: "refused",
      problem: { status: 401, detail: expect.stringContaining("fits") },
    });
    expect(JSON.stringify(reception)).not.toContain("c2VjcmV0");
  });

  it.each([
    ["one blank", ` ${body}`],
    ["other words", body.replace("你好", "再见")],
    ["nothing", ""],
    ["bytes that are not UTF-8", new Uint8Array([0x7b, 0xff, 0x7d])],
  ])(
    "whose body is not what was signed (%s) is a stranger's",
    async (_, sent) => {
      const reception = await channel.receive(
        request(sent, null, signature({ body })),
      );
      expect(reception).toMatchObject({ problem: { status: 401 } });
    },
  );

  it("is verified before it is parsed", async () => {
    const broken = '{"conversation": ';
    expect(await receive(signature({ body: broken }), broken)).toMatchObject({
      problem: { status: 400, slug: "broken-json" },
    });
    expect(await receive(signature({ body }), broken)).toMatchObject({
      problem: { status: 401 },
    });
  });

  it.each([
    [301, "old"],
    [-301, "in the future"],
  ])("that is %d seconds old hears so", async (seconds, words) => {
    const headers = signature({ body, at: Date.now() - seconds * 1000 });
    const reception = await receive(headers);
    expect(reception).toMatchObject({
      problem: {
        detail: expect.stringMatching(
          new RegExp(`30[0-2] seconds ${words} by the clock here`),
        ),
      },
    });
  });

  it("is none that Parley itself has sent: a callback to Parley is no message", async () => {
    const callback = JSON.stringify({
      type: "message.answered",
      timestamp: new Date().toISOString(),
      data: { id: "1", conversation: "1", status: "delivered" },
    });
    const headers = signature({ body: callback });
    expect(
      await channel.receive(request(callback, null, headers)),
    ).toMatchObject({ kind: "refused", problem: { slug: "invalid-fields" } });
  });

  it("hears which headers are missing", async () => {
    expect(await receive({ "webhook-id": "msg_1" })).toMatchObject({
      problem: {
        detail: expect.stringContaining(
          "webhook-timestamp and webhook-signature are missing",
        ),
      },
    });
  });

  it("keeps its id, whatever key comes with it: that one is not signed", async () => {
    const headers = { ...signature({ body }), "idempotency-key": "again" };
    expect(await receive(headers)).toMatchObject({
      problem: { status: 422, errors: [{ pointer: "/id" }] },
    });
    expect(
      await receive({ ...headers, "idempotency-key": '"msg_1"' }),
    ).toMatchObject({ messages: [{ id: "msg_1" }] });
  });
});

describe("the id of a message", () => {
  const channel = createWebhookChannel({
    credentials,
    callbacks,
    createId: () => "made",
  });
  const idOf = async (key: string | undefined, id?: string) => {
    const body = JSON.stringify({ id, conversation: "1", text: "Hello" });
    const headers = key === undefined ? {} : { "idempotency-key": key };
    const reception = await channel.receive(
      request(body, "Bearer key-of-the-shop-window", headers),
    );
    return reception.kind === "messages"
      ? reception.messages[0]?.id
      : reception.problem.status;
  };

  it.each([
    ["the body's", undefined, "m1", "m1"],
    ["the key", "8e03978e-40d5", undefined, "8e03978e-40d5"],
    ["the key in quotes", '"8e03978e-40d5"', undefined, "8e03978e-40d5"],
    [
      "the key with quotes in it",
      String.raw`"a\"b\\c"`,
      undefined,
      String.raw`a"b\c`,
    ],
    ["both, when they are the same", "m1", "m1", "m1"],
    ["a new one", undefined, undefined, "made"],
    ["none, for two different ones", "m1", "m2", 422],
    ["none, for an empty key", "", undefined, 400],
    ["none, for empty quotes", '""', undefined, 400],
    ["none, for a key that is too long", "k".repeat(129), undefined, 400],
    ["none, for a key of dots", "..", undefined, 400],
    ["none, for a key beyond ASCII", "schlüssel", undefined, 400],
    ["none, for a key with a tab", "a\tb", undefined, 400],
  ])("is %s", async (_, key, id, expected) => {
    expect(await idOf(key, id)).toBe(expected);
  });
});
