import { env, exports } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";

const ORIGIN = "https://parley.example";
const JSON_TYPE = { "content-type": "application/json" };
const SHOP = {
  authorization: "Bearer key-of-the-shop-window-in-these-tests",
  ...JSON_TYPE,
};
const DESK = {
  authorization: "Bearer key-of-the-help-desk-in-these-tests",
  ...JSON_TYPE,
};

const fetchWorker = (path: string, init?: RequestInit): Promise<Response> =>
  exports.default.fetch(new Request(`${ORIGIN}${path}`, init));
const post = (body: object, headers: Record<string, string> = {}) =>
  fetchWorker("/v1/messages", {
    method: "POST",
    headers: { ...SHOP, ...headers },
    body: JSON.stringify(body),
  });
const messagesOf = async (conversation: string): Promise<unknown[]> => {
  const path = `/v1/conversations/${conversation}`;
  const response = await fetchWorker(path, { headers: SHOP });
  return (await response.json<{ messages: unknown[] }>()).messages;
};

describe("another caller's resource", () => {
  it.each([
    "GET /v1/messages/m1",
    "DELETE /v1/messages/m1",
    "GET /v1/messages/m1/deliveries",
    "POST /v1/messages/m1/deliveries",
    "GET /v1/conversations/order-17",
    "DELETE /v1/conversations/order-17",
  ])("looks like a missing one: %s", async (route) => {
    const [method = "", path = ""] = route.split(" ");
    await post({ conversation: "order-17", text: "1+1", id: "m1" });
    const theirs = await fetchWorker(path, { method, headers: DESK });
    expect(theirs.status).toBe(404);
    const nobodys = path.replace(/m1|order-17/, "none");
    const missing = await fetchWorker(nobodys, { method, headers: DESK });
    expect(await theirs.json()).toEqual(await missing.json());
    expect(await messagesOf("order-17")).toHaveLength(2);
  });
});

describe("a response to a caller", () => {
  it.each([
    "/v1/messages/m1",
    "/v1/conversations",
    "/v1/conversations/order-17",
    "/v1/conversations/order-17?format=jsonl",
    "/openai/v1/models",
  ])("forbids caching: %s", async (path) => {
    const answer = await post({
      conversation: "order-17",
      text: "1+1",
      id: "m1",
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const response = await fetchWorker(path, { headers: SHOP });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    await response.body?.cancel();
  });
});

describe("a resent message", () => {
  const message = {
    conversation: "1",
    text: "1+1",
    metadata: { a: "1", b: "2" },
  };

  it("gets the stored answer, by id and by Idempotency-Key", async () => {
    const first = await (await post({ ...message, id: "m1" })).json();
    for (const again of [
      post({ ...message, metadata: { b: "2", a: "1" }, id: "m1" }),
      post(message, { "idempotency-key": '"m1"' }),
      post({ ...message, user: "shop" }, { "idempotency-key": "m1" }),
    ])
      expect(await (await again).json()).toEqual(first);
    expect(await messagesOf("1")).toHaveLength(2);
  });

  it("starts one turn and gets one answer in 20 concurrent requests", async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => post({ ...message, id: "m1" })),
    );
    const bodies = await Promise.all(
      responses.map((response) => response.text()),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(
      new Set([200]),
    );
    expect(new Set(bodies).size).toBe(1);
    expect(await messagesOf("1")).toHaveLength(2);
  });

  it("with 20 texts at once is answered once and rejected 19 times", async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        post({ ...message, id: "m1", text: `1+${number}` }),
      ),
    );
    const statuses = responses
      .map(({ status }) => status)
      .toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 422)]);
    expect(await messagesOf("1")).toHaveLength(2);
  });

  it("in 20 conversations at once is answered in one and rejected in 19", async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        post({ ...message, id: "m1", conversation: `c${number}` }),
      ),
    );
    const answered = responses.filter(({ status }) => status === 200);
    expect(answered).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(19);
  });

  it.each([
    ["/conversation", { conversation: "2" }],
    ["/text", { text: "1+2" }],
  ])(
    "with another %s is rejected even after its answer",
    async (pointer, change) => {
      await post({ ...message, id: "m1" });
      const response = await post({ ...message, id: "m1", ...change });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({
        type: "https://parley.chat/problems/idempotency-mismatch",
        errors: [{ pointer }],
      });
      expect(
        (await fetchWorker("/v1/conversations/2", { headers: SHOP })).status,
      ).toBe(404);
    },
  );

  it("from another caller is a message of its own", async () => {
    await post({ ...message, id: "m1" });
    const other = await post({ ...message, id: "m1", text: "2+2" }, DESK);
    expect(other.status).toBe(200);
  });
});

describe("a signed message", () => {
  const body = JSON.stringify({ conversation: "1", text: "1+1" });
  const secrets =
    "WEBHOOK_SIGNING_SECRET" in env ? env.WEBHOOK_SIGNING_SECRET : "";
  const [, secret = ""] = String(secrets).split(":");
  const send = (id: string, sent = body) => {
    const now = new Date();
    const headers = {
      ...JSON_TYPE,
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(id, now, sent),
    };
    return fetchWorker("/v1/messages", { method: "POST", headers, body: sent });
  };

  it("is answered, and belongs to the caller whose secret signed it", async () => {
    const response = await send("msg_1");
    expect(response.status).toBe(200);
    expect(response.headers.get("ratelimit-remaining")).toBe("599");
    const path = "/v1/messages/msg_1";
    const mine = await fetchWorker(path, { headers: SHOP });
    expect(await mine.json()).toEqual(await response.json());
    expect((await fetchWorker(path, { headers: DESK })).status).toBe(404);
  });

  it("gets the stored answer when it is resent", async () => {
    const first = await (await send("msg_1")).json();
    expect(await (await send("msg_1")).json()).toEqual(first);
    expect(await messagesOf("1")).toHaveLength(2);
  });

  it("is rejected if it reuses another message's id", async () => {
    await send("msg_1");
    expect((await send("msg_1", body.replace("1+1", "1+2"))).status).toBe(422);
  });
});
