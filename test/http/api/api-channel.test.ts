import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { API_CHANNEL } from "../../../src/channels/create-channels.ts";
import {
  describeChannelContract,
  withoutPlatform,
} from "../../contracts/channel-contract.ts";
import { createReceivingApp } from "../../fakes/receiving-app.ts";

const KEYS = [
  { name: "desk", key: "key-of-the-help-desk-in-these-tests" },
  { name: "shop", key: "key-of-the-shop-window-in-these-tests" },
];

const SECRETS = [
  { name: "shop", secret: "whsec_h3k9Qv0yT1m7ZpXc5rWbN8sLdJfGaE2u" },
  { name: "shop", secret: "whsec_Yw4Rt6Ui8Op0As2Df3Gh5Jk7Lz9Xc1Vb" },
  { name: "desk", secret: "whsec_Mn3Bv5Cx7Zl9Kj1Hg2Fd4Sa6Po8Iu0Yt" },
];
const SETTINGS = {
  WEBHOOK_API_KEYS: KEYS.map(({ name, key }) => `${name}:${key}`).join(),
  WEBHOOK_SIGNING_SECRET: SECRETS.map(
    ({ name, secret }) => `${name}:${secret}`,
  ).join(),
};
const receive = createReceivingApp(SETTINGS);

const request = (
  body: BodyInit,
  authorization: string | null = "Bearer key-of-the-shop-window-in-these-tests",
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

/** Signs like the reference implementation of Standard Webhooks. */
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
  start: withoutPlatform,
  create: () => API_CHANNEL,
  settings: SETTINGS,
  request,
  body: JSON.stringify({ id: "1", conversation: "order-17", text: "Hello" }),
  unauthenticated: {
    "no key": (body) => request(body, ""),
    "a wrong key": (body) => request(body, "Bearer key-of-the-spy"),
    "a key without Bearer": (body) =>
      request(body, "key-of-the-shop-window-in-these-tests"),
    "an empty key": (body) => request(body, "Bearer "),
    "a wrong key next to a signature": (body) =>
      request(body, "Bearer key-of-the-spy", signature()),
    "a signature without an id": (body) =>
      request(body, null, { ...signature(), "webhook-id": "" }),
    "an id with a full stop": (body) =>
      request(body, null, signature({ id: "msg.1" })),
    "an id that is too long": (body) =>
      request(body, null, signature({ id: "i".repeat(129) })),
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
  it("prefixes conversation ids with the key's name, so keys do not share them", async () => {
    const body = JSON.stringify({
      conversation: "order-17",
      text: "Hello",
      user: "mei",
    });
    const conversations = await Promise.all(
      KEYS.map(async ({ key }) => {
        const { messages } = await createReceivingApp(SETTINGS)(
          request(body, `Bearer ${key}`),
        );
        return messages[0]?.conversation;
      }),
    );
    expect(conversations).toEqual([
      "webhook:desk:order-17",
      "webhook:shop:order-17",
    ]);
  });

  const receiveZone = (time_zone: unknown) =>
    receive(
      request(JSON.stringify({ conversation: "1", text: "Hello", time_zone })),
    );

  it("takes the user's time zone", async () => {
    const { messages } = await receiveZone("Europe/Berlin");
    expect(messages).toMatchObject([
      { author: { id: "shop", timeZone: "Europe/Berlin" } },
    ]);
  });

  it.each([
    ["Mars/Olympus", "must be the IANA name of a time zone"],
    ["CST", "must be the IANA name of a time zone"],
    ["", "must be the IANA name of a time zone"],
    [7, "must be a string"],
  ])("rejects the time zone %j", async (zone, detail) => {
    const { problem } = await receiveZone(zone);
    expect(problem?.errors).toEqual([
      { pointer: "/time_zone", detail: expect.stringContaining(detail) },
    ]);
  });

  it("generates an id for a message without one", async () => {
    const { messages } = await receive(
      request(JSON.stringify({ conversation: "1", text: "Hello" })),
    );
    expect(messages).toMatchObject([{ id: expect.stringMatching(/^msg_/) }]);
  });
});

describe("a signed message", () => {
  const body = '{"conversation": "order-17", "text": "你好 👋"}\n';
  const receiveSigned = (
    headers: Readonly<Record<string, string>>,
    sent: BodyInit = body,
  ) => createReceivingApp(SETTINGS)(request(sent, null, headers));

  it.each(SECRETS)(
    "is accepted with any secret of its caller ($name)",
    async ({ name, secret }) => {
      expect(await receiveSigned(signature({ body, secret }))).toMatchObject({
        status: 200,
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

  it.each([-299_000, 299_000])(
    "is accepted with a clock skew of %d ms",
    async (offset) => {
      const headers = signature({ body, at: Date.now() + offset });
      expect(await receiveSigned(headers)).toMatchObject({ status: 200 });
    },
  );

  it("is verified with its byte order mark", async () => {
    const marked = `\uFEFF${body}`;
    const headers = signature({ body: marked });
    expect(await receiveSigned(headers, marked)).toMatchObject({ status: 200 });
    expect(await receiveSigned(headers)).toMatchObject({
      problem: { status: 401 },
    });
  });

  it("is accepted if one of several signatures matches", async () => {
    const headers = signature({ body });
    const others = `v1,${btoa("x".repeat(32))} v1a,${btoa("y".repeat(64))}`;
    expect(
      await receiveSigned({
        ...headers,
        "webhook-signature": `${others} ${headers["webhook-signature"]}`,
      }),
    ).toMatchObject({ status: 200 });
  });

  it("is rejected with an unknown secret, and the answer reveals no secret", async () => {
    const secret = `whsec_${btoa("nobody here knows this secret")}`;
    const reception = await receiveSigned(signature({ body, secret }));
    expect(reception).toMatchObject({
      messages: [],
      problem: { status: 401, detail: expect.stringContaining("matches") },
    });
    expect(JSON.stringify(reception)).not.toContain("c2VjcmV0");
  });

  it.each([
    ["one blank", ` ${body}`],
    ["other words", body.replace("你好", "再见")],
    ["nothing", ""],
    ["bytes that are not UTF-8", new Uint8Array([0x7b, 0xff, 0x7d])],
  ])(
    "is rejected if its body differs from the signed one (%s)",
    async (_, sent) => {
      const reception = await receiveSigned(signature({ body }), sent);
      expect(reception).toMatchObject({ problem: { status: 401 } });
    },
  );

  it("is verified before it is parsed", async () => {
    const broken = '{"conversation": ';
    expect(
      await receiveSigned(signature({ body: broken }), broken),
    ).toMatchObject({
      problem: { status: 400, type: expect.stringContaining("/broken-json") },
    });
    expect(await receiveSigned(signature({ body }), broken)).toMatchObject({
      problem: { status: 401 },
    });
  });

  it.each([
    [301, "old"],
    [-301, "in the future"],
  ])(
    "is rejected with a reason if it is %d seconds old",
    async (seconds, words) => {
      const headers = signature({ body, at: Date.now() - seconds * 1000 });
      const reception = await receiveSigned(headers);
      expect(reception).toMatchObject({
        problem: {
          detail: expect.stringMatching(
            new RegExp(`30[0-2] seconds ${words} by this server's clock`),
          ),
        },
      });
    },
  );

  it("is rejected if it is a callback of Parley itself", async () => {
    const callback = JSON.stringify({
      type: "message.answered",
      timestamp: new Date().toISOString(),
      data: { id: "1", conversation: "1", status: "delivered" },
    });
    const headers = signature({ body: callback });
    expect(await receiveSigned(headers, callback)).toMatchObject({
      messages: [],
      problem: { type: expect.stringContaining("/invalid-fields") },
    });
  });

  it.each(["GET /v1/conversations", "DELETE /v1/messages/1", "GET /v1/no"])(
    "signs nothing but messages: %s",
    async (route) => {
      const [method = "", path = ""] = route.split(" ");
      const url = `https://parley.example${path}`;
      const headers = signature({ body: "" });
      expect(
        await receive(new Request(url, { method, headers })),
      ).toMatchObject({
        problem: { status: 401, detail: expect.stringContaining("API key") },
      });
    },
  );

  it("is rejected with the names of missing headers", async () => {
    expect(await receiveSigned({ "webhook-id": "msg_1" })).toMatchObject({
      problem: {
        detail: expect.stringContaining(
          "webhook-timestamp and webhook-signature are missing",
        ),
      },
    });
  });

  it("rejects an Idempotency-Key that differs from its signed id", async () => {
    const headers = { ...signature({ body }), "idempotency-key": "again" };
    expect(await receiveSigned(headers)).toMatchObject({
      problem: { status: 422, errors: [{ pointer: "/id" }] },
    });
    expect(
      await receiveSigned({ ...headers, "idempotency-key": '"msg_1"' }),
    ).toMatchObject({ messages: [{ id: "msg_1" }] });
  });
});
