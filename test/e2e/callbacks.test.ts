import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { recordAttack } from "../security/record-attack.ts";
import {
  startCallbackReceiver,
  type ReceivedCallback,
} from "../stubs/callback-receiver.ts";
import { createApiClient } from "./api-client.ts";
import { closeAfterAll } from "./close-after-all.ts";
import { eventually, startParley } from "./wrangler-dev.ts";

const OLD = `whsec_${btoa("the-old-secret-of-the-shop")}`;
const NEW = `whsec_${btoa("the-new-secret-of-the-shop")}`;
const ADMIN_KEY = "c1d9e7f3a5b802646e4d2c0b9a8f7135";
const SHOP = { authorization: "Bearer 3f8a1c5e9d7b20464c0e2f6b8d1a3957" };
const DESK = { authorization: "Bearer b61e0d94c7f2a8357d3c5b9e0f1a2648" };

/** The shop's receiver: accepts requests signed with the shop's new secret. */
const receiver = await startCallbackReceiver({
  accepts: (request) => isGenuine(request, { secret: NEW, caller: "shop" }),
});
const parley = await startParley({
  variables: {
    WEBHOOK_API_KEYS:
      "shop:3f8a1c5e9d7b20464c0e2f6b8d1a3957,desk:b61e0d94c7f2a8357d3c5b9e0f1a2648",
    WEBHOOK_CALLBACK_HOSTS: "shop:hooks.shop.example",
    WEBHOOK_CALLBACK_SECRETS: `shop:${OLD},shop:${NEW}`,
    PARLEY_SECRET: "kQ8vZ2mX5tR7wB1nJ4hL6pD9sF3gC0yE",
    ADMIN_API_KEY: ADMIN_KEY,
  },
});
const client = createApiClient(parley.url);
closeAfterAll(parley, receiver);

/** Sends a message whose reply is delivered to its own path at the receiver. */
async function send(id: string, { text = "1+1", conversation = id } = {}) {
  const callback_url = `${receiver.url}/${id}`;
  const message = { id, conversation, text, callback_url };
  const response = await client.post(message, SHOP);
  expect(response.status).toBe(202);
  await response.body?.cancel();
}

const receivedBy = (id: string) =>
  receiver.received.filter(({ path }) => path === `/${id}`);
const untilReceived = (id: string, times: number) =>
  eventually(`${times} callbacks for ${id}`, () => {
    const all = receivedBy(id);
    return all.length >= times ? all : undefined;
  });
const untilStatus = (id: string, status: string) =>
  eventually(`${id} to be ${status}`, async () => {
    const path = `/v1/messages/${id}/deliveries`;
    const response = await client.call(path, { headers: SHOP });
    const body = (await response.json()) as {
      status: string;
      deliveries: { status_code?: number; error?: string }[];
    };
    return body.status === status ? body : undefined;
  });

function verify(
  { body, headers }: ReceivedCallback,
  secret: string,
): {
  type: string;
  caller: string;
  callback_url: string;
  data: { reply: { text: string } };
} {
  const plain = Object.entries(headers).map(([name, value]) => [
    name,
    String(value),
  ]);
  return new Webhook(secret).verify(
    body,
    Object.fromEntries(plain) as Record<string, string>,
  ) as ReturnType<typeof verify>;
}

function isGenuine(
  request: ReceivedCallback,
  { secret, caller }: { secret: string; caller: string },
): boolean {
  try {
    const body = verify(request, secret);
    const { host } = request.headers;
    const own = `http://${host}${request.path}`;
    return body.caller === caller && body.callback_url === own;
  } catch {
    return false;
  }
}

it("sends the reply to the receiver, signed with the old and the new secret", async () => {
  await send("signed", { text: "计算 3*(4+5)" });
  const [callback] = await untilReceived("signed", 1);
  if (callback === undefined) throw new Error("Nothing was received.");
  for (const secret of [OLD, NEW])
    expect(verify(callback, secret)).toMatchObject({
      type: "message.answered",
      caller: "shop",
      callback_url: `${receiver.url}/signed`,
      data: {
        id: "signed",
        status: "delivered",
        reply: { text: "3 * (4+5) = 27。" },
      },
    });
  expect(callback.headers["user-agent"]).toMatch(/^Parley\//);
  await untilStatus("signed", "delivered");
});

it("retries after five seconds with the same id, even if killed meanwhile", async () => {
  receiver.answers.push(500);
  await send("again");
  await untilReceived("again", 1);
  await untilStatus("again", "pending");
  await parley.kill();
  await parley.restart();
  const [first, second] = await untilReceived("again", 2);
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(5_000);
  const { deliveries } = await untilStatus("again", "delivered");
  expect(deliveries).toMatchObject([
    { status_code: 500 },
    { status_code: 204 },
  ]);
  expect(receivedBy("again")).toHaveLength(2);
});

it("follows no redirects, and stops at 410", async () => {
  const location = `${receiver.url}/elsewhere`;
  receiver.answers.push({ status: 307, headers: { location } }, 410);
  await send("moved");
  await untilReceived("moved", 2);
  const { deliveries } = await untilStatus("moved", "stopped");
  expect(deliveries).toMatchObject([
    { status_code: 307 },
    { status_code: 410 },
  ]);
  expect(receivedBy("elsewhere")).toEqual([]);
});

it("times out on a slow receiver, without delaying others", async () => {
  receiver.answers.push("silent");
  await send("slow");
  await untilReceived("slow", 1);
  await Promise.all([send("one"), send("two")]);
  await Promise.all([untilReceived("one", 1), untilReceived("two", 1)]);
  const response = await client.call("/v1/messages/slow/deliveries", {
    headers: SHOP,
  });
  expect(await response.json()).toMatchObject({
    status: "pending",
    deliveries: [{ attempt: 1, duration_ms: null }],
  });
  const { deliveries } = await untilStatus("slow", "delivered");
  expect(deliveries[0]?.error).toBe("No answer within 10 seconds.");
});

it("resends a callback on request", async () => {
  await send("resent");
  await untilStatus("resent", "delivered");
  const path = "/v1/messages/resent/deliveries";
  const response = await client.call(path, {
    method: "POST",
    headers: SHOP,
  });
  expect(response.status).toBe(202);
  const [first, second] = await untilReceived("resent", 2);
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
});

it("rejects forbidden hosts", async () => {
  for (const callback_url of [
    "http://169.254.169.254/latest/meta-data",
    "https://10.0.0.1/",
    "http://example.com/",
  ]) {
    const message = { conversation: "bad", text: "1+1", callback_url };
    const response = await client.post(message, SHOP);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      errors: [{ pointer: "/callback_url" }],
    });
  }
});

it("logs a failed attempt without its URL, which may contain a token", async () => {
  const token = "token-that-nobody-may-log";
  receiver.answers.push(500);
  const message = {
    id: "private",
    conversation: "private",
    text: "1+1",
    callback_url: `${receiver.url}/private?token=${token}`,
  };
  const response = await client.post(message, SHOP);
  await response.body?.cancel();
  const { deliveries } = await untilStatus("private", "delivered");
  expect(receiver.received.at(-1)?.path).toBe(`/private?token=${token}`);
  expect(JSON.stringify(deliveries)).not.toContain(token);
  await eventually(
    "the attempt in the log",
    () => parley.log().includes('"turn":"private"') || undefined,
  );
  expect(parley.log()).not.toContain(token);
});

describe("a caller that sets another caller's endpoint as callback URL", () => {
  it("is rejected with what the operator would have to add", async ({
    task,
  }) => {
    const paths = ["/own", "/attack-1", "/attack-2?x=1"];
    const responses = await Promise.all(
      paths.map((path) => {
        const callback_url = `https://hooks.shop.example${path}`;
        const message = { conversation: path, text: "Pay 1+1", callback_url };
        return client.post(message, DESK);
      }),
    );
    for (const response of responses)
      expect(await response.text()).toContain(
        "add desk:hooks.shop.example to WEBHOOK_CALLBACK_HOSTS",
      );
    const got = responses.filter(({ status }) => status !== 422).length;
    recordAttack(task, "signedForAnother", { got, allowed: 0 });
  });

  it("cannot forward its own callbacks to that endpoint", async () => {
    const mine = await startCallbackReceiver();
    const callback_url = `${mine.url}/mine`;
    const message = { id: "mine", conversation: "mine", text: "1+1" };
    await client.post({ ...message, callback_url }, DESK);
    const callback = await eventually(
      "the callback of the desk",
      () => mine.received[0],
    );
    await mine.close();
    const secret = await callbackSecretOf("desk");
    expect(verify(callback, secret)).toMatchObject({
      caller: "desk",
      callback_url,
    });
    const response = await fetch(`${receiver.url}/mine`, {
      method: "POST",
      headers: Object.entries(callback.headers).flatMap(([name, value]) =>
        name.startsWith("webhook-") ? [[name, String(value)]] : [],
      ),
      body: callback.body,
    });
    expect(response.status).toBe(401);
  });
});

/** Looks it up as the operator. */
async function callbackSecretOf(caller: string): Promise<string> {
  const path = `/admin/callers/${caller}/callback-secret`;
  const response = await client.call(path, {
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
  });
  expect(response.headers.get("cache-control")).toBe("no-store");
  const { secrets } = (await response.json()) as { secrets: string[] };
  return secrets[0] ?? "";
}
