import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type CallbackReceiver,
  type ReceivedCallback,
  startCallbackReceiver,
} from "../stubs/callback-receiver.ts";
import { createApiClient } from "./api-client.ts";
import { eventually, startParley, type WranglerDev } from "./wrangler-dev.ts";

const OLD = `whsec_${btoa("the-old-secret-of-everybody")}`;
const NEW = `whsec_${btoa("the-new-secret-of-everybody")}`;

let parley: WranglerDev;
let receiver: CallbackReceiver;
let client: ReturnType<typeof createApiClient>;
beforeAll(async () => {
  receiver = await startCallbackReceiver();
  parley = await startParley({
    variables: { WEBHOOK_SIGNING_SECRET: `${OLD},${NEW}` },
  });
  client = createApiClient(parley.url);
});
afterAll(async () => {
  await parley?.close();
  await receiver?.close();
});

/** Sends a message whose reply is to be told to the receiver, at a path of its own. */
async function send(id: string, { text = "1+1", conversation = id } = {}) {
  const callback_url = `${receiver.url}/${id}`;
  const response = await client.post({ id, conversation, text, callback_url });
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
    const response = await client.call(`/v1/messages/${id}/deliveries`);
    const body = (await response.json()) as {
      status: string;
      deliveries: { status_code?: number; error?: string }[];
    };
    return body.status === status ? body : undefined;
  });

function verify(
  { body, headers }: ReceivedCallback,
  secret: string,
): { type: string; data: { reply: { text: string } } } {
  const plain = Object.entries(headers).map(([name, value]) => [
    name,
    String(value),
  ]);
  return new Webhook(secret).verify(
    body,
    Object.fromEntries(plain) as Record<string, string>,
  ) as ReturnType<typeof verify>;
}

it("tells the receiver of the reply, signed by the old secret and the new one", async () => {
  await send("signed", { text: "计算 3*(4+5)" });
  const [callback] = await untilReceived("signed", 1);
  if (callback === undefined) throw new Error("Nothing was received.");
  for (const secret of [OLD, NEW])
    expect(verify(callback, secret)).toMatchObject({
      type: "message.answered",
      data: {
        id: "signed",
        status: "delivered",
        reply: { text: "3 * (4+5) = 27。" },
      },
    });
  expect(callback.headers["user-agent"]).toMatch(/^Parley\//);
  await untilStatus("signed", "delivered");
});

it("tries again after five seconds, with the same id, also when it was killed meanwhile", async () => {
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

it("does not follow redirects, and is stopped by 410", async () => {
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

it("does not wait for ever for a slow receiver, and keeps nobody else waiting", async () => {
  receiver.answers.push("silent");
  await send("slow");
  await untilReceived("slow", 1);
  await Promise.all([send("one"), send("two")]);
  await Promise.all([untilReceived("one", 1), untilReceived("two", 1)]);
  const response = await client.call("/v1/messages/slow/deliveries");
  expect(await response.json()).toMatchObject({
    status: "pending",
    deliveries: [{ attempt: 1, duration_ms: null }],
  });
  const { deliveries } = await untilStatus("slow", "delivered");
  expect(deliveries[0]?.error).toBe("There was no answer within 10 seconds.");
});

it("sends a callback once more when it is told to", async () => {
  await send("resent");
  await untilStatus("resent", "delivered");
  const path = "/v1/messages/resent/deliveries";
  const response = await client.call(path, { method: "POST" });
  expect(response.status).toBe(202);
  const [first, second] = await untilReceived("resent", 2);
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
});

it("refuses hosts that it must not reach", async () => {
  for (const callback_url of [
    "http://169.254.169.254/latest/meta-data",
    "https://10.0.0.1/",
    "http://example.com/",
  ]) {
    const response = await client.post({
      conversation: "bad",
      text: "1+1",
      callback_url,
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      errors: [{ pointer: "/callback_url" }],
    });
  }
});

it("logs an attempt that fails without its address, which may hold a token", async () => {
  const token = "token-that-nobody-may-log";
  receiver.answers.push(500);
  const response = await client.post({
    id: "private",
    conversation: "private",
    text: "1+1",
    callback_url: `${receiver.url}/private?token=${token}`,
  });
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
