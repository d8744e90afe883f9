import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CallbackRules } from "../../../src/http/callbacks/callback-policy.ts";
import { createCallbackSender } from "../../../src/http/callbacks/callback-senders.ts";
import type { CallbackAttempt } from "../../../src/http/callbacks/post-signed.ts";
import type { Turn } from "../../../src/types/turn.ts";
import { createCallback } from "../../fakes/callback-scene.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createStep, createTurn } from "../../fixtures/turns.ts";
import {
  startCallbackReceiver,
  type CallbackReceiver,
} from "../../stubs/callback-receiver.ts";

const secretOf = (text: string) => `whsec_${btoa(text.padEnd(24, "."))}`;
const OLD = secretOf("old");
const NEW = secretOf("new");
const AT = Date.parse("2026-11-22T08:00:00Z");

const message = createMessage({
  id: "订单 17/ä.b",
  channel: "webhook",
  conversation: "webhook:shop:order-17",
  text: "多少钱？",
  metadata: { order: "17" },
});
const answered = createTurn({
  message,
  status: "answered",
  reply: "一共 30.06 元。🐉",
  steps: [createStep({ observation: "30.06" })],
});

let receiver: CallbackReceiver;
beforeEach(async () => {
  receiver = await startCallbackReceiver();
});
afterEach(() => receiver.close());

/** Sends the turn's event to the receiver. */
async function send({
  url = `${receiver.url}/hook`,
  turn = answered,
  secrets = [OLD, NEW],
  rules = { caller: "shop", hosts: [], isDevelopment: true },
  ...options
}: {
  url?: string;
  turn?: Turn;
  secrets?: readonly string[];
  rules?: CallbackRules;
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
} = {}): Promise<CallbackAttempt> {
  const sender = createCallbackSender({
    policy: {
      rulesOf: () => rules,
      signingOf: async (caller) =>
        caller === "shop" && secrets.length > 0
          ? { kind: "known", source: "WEBHOOK_CALLBACK_SECRETS", secrets }
          : { kind: "not-set" },
    },
    userAgent: "Parley/test",
    ...options,
  });
  const type = turn.status === "failed" ? "message.failed" : "message.answered";
  const callback = createCallback({ url });
  return sender({ kind: "turn", callback, turn, type, at: AT });
}

describe("a callback", () => {
  it("posts the reply as JSON, in the form of the API", async () => {
    expect(await send()).toEqual({
      kind: "delivered",
      answer: { kind: "answered", statusCode: 204 },
    });
    const [{ method, path, headers, body } = failure()] = receiver.received;
    expect([method, path]).toEqual(["POST", "/hook"]);
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Parley/test",
    });
    expect(JSON.parse(body)).toEqual({
      type: "message.answered",
      timestamp: "2026-11-22T08:00:00.000Z",
      caller: "shop",
      callback_url: `${receiver.url}/hook`,
      data: {
        id: "订单 17/ä.b",
        conversation: "order-17",
        status: "delivered",
        reply: { text: "一共 30.06 元。🐉" },
        steps: [
          {
            thought: "I had better count.",
            tool: "calculator",
            input: "1+1",
            observation: "30.06",
            usage: {
              input_tokens: 10,
              cached_input_tokens: 4,
              output_tokens: 3,
            },
          },
        ],
        sources: [],
        usage: {
          input_tokens: 10,
          cached_input_tokens: 4,
          output_tokens: 3,
          model_calls: 1,
        },
        metadata: { order: "17" },
      },
    });
  });

  it("is signed with the old secret and the new one", async () => {
    await send();
    const [{ headers, body } = failure()] = receiver.received;
    const plain = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    );
    for (const secret of [OLD, NEW])
      expect(new Webhook(secret).verify(body, plain)).toEqual(JSON.parse(body));
    for (const [secret, text] of [
      [secretOf("other"), body],
      [NEW, `${body} `],
    ] as const)
      expect(() => new Webhook(secret).verify(text, plain)).toThrow(
        "No matching signature",
      );
  });

  it("keeps its id on every attempt; other events and messages have other ids", async () => {
    const ended = createTurn({ message });
    const failed = createTurn({ message, status: "failed" });
    const other = createTurn({ message: { ...message, id: "m2" } });
    const elsewhere = createTurn({
      message: { ...message, conversation: "webhook:desk:order-17" },
    });
    for (const turn of [answered, ended, failed, other, elsewhere])
      await send({ turn });
    const ids = receiver.received.map(({ headers }) =>
      String(headers["webhook-id"]),
    );
    expect(ids[0]).toMatch(/^evt_[\da-f]{32}$/);
    expect(ids[1]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(4);
  });

  it("reports a failed message with its notice", async () => {
    await send({
      turn: createTurn({ message, status: "failed", reply: "Sorry." }),
    });
    expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({
      type: "message.failed",
      data: { status: "failed", reply: { text: "Sorry." } },
    });
  });
});

describe("the answer to a callback", () => {
  it.each([200, 201, 202, 204, 299])(
    "%d counts as delivered",
    async (status) => {
      receiver.answers.push(status);
      expect((await send()).kind).toBe("delivered");
    },
  );

  it("410 stops all attempts", async () => {
    receiver.answers.push(410);
    expect(await send()).toEqual({
      kind: "stopped",
      answer: { kind: "answered", statusCode: 410 },
    });
  });

  it.each([400, 401, 404, 500, 502])("%d counts as failed", async (status) => {
    receiver.answers.push({ status, headers: { "retry-after": "60" } });
    expect(await send()).toEqual({
      kind: "failed",
      answer: { kind: "answered", statusCode: status },
      retryAfterMs: undefined,
    });
  });

  it.each([429, 503])("%d may set Retry-After", async (status) => {
    receiver.answers.push({ status, headers: { "retry-after": "60" } });
    expect(await send()).toMatchObject({
      kind: "failed",
      retryAfterMs: 60_000,
    });
  });

  it.each([301, 302, 303, 307, 308])("%d is not followed", async (status) => {
    const location = `${receiver.url}/elsewhere`;
    receiver.answers.push({ status, headers: { location } });
    expect(await send()).toMatchObject({
      kind: "failed",
      answer: { statusCode: status },
    });
    expect(receiver.received).toHaveLength(1);
  });

  it("is not read: an endless body is cancelled", async () => {
    receiver.answers.push("endless");
    expect((await send()).kind).toBe("delivered");
    await expect.poll(() => receiver.brokenOff()).toBe(1);
  });

  it("times out", async () => {
    receiver.answers.push("silent");
    expect(await send({ timeoutMs: 100 })).toEqual({
      kind: "failed",
      answer: {
        kind: "unanswered",
        error: "No answer within 0.1 seconds.",
      },
    });
    await expect.poll(() => receiver.brokenOff()).toBe(1);
  });

  it("may be missing: the connection is reset or refused", async () => {
    receiver.answers.push("reset");
    const broken = {
      kind: "failed",
      answer: {
        kind: "unanswered",
        error: "The host could not be reached, or closed the connection.",
      },
    };
    expect(await send()).toEqual(broken);
    const { url } = receiver;
    await receiver.close();
    expect(await send({ url })).toEqual(broken);
    receiver = await startCallbackReceiver();
  });
});

describe("the address of a callback", () => {
  const url = "https://crm.internal:8443/x";
  const hosts = [{ name: "crm.internal", port: "8443" }];
  const rules = { caller: "shop", hosts, isDevelopment: false };
  const reached: string[] = [];
  const fetch = async (to: string | URL | Request) => {
    reached.push(to instanceof Request ? to.url : String(to));
    return new Response();
  };
  beforeEach(() => void reached.splice(0));

  it("is requested as long as its host is listed", async () => {
    expect((await send({ url, rules, fetch })).kind).toBe("delivered");
    expect(reached).toEqual([url]);
    const attempt = await send({ url, rules: { ...rules, hosts: [] }, fetch });
    expect(attempt).toMatchObject({
      kind: "failed",
      answer: {
        error: expect.stringContaining("WEBHOOK_CALLBACK_HOSTS") as string,
      },
    });
    expect(reached).toEqual([url]);
  });

  it("is not requested without a secret to sign with", async () => {
    expect(await send({ url, rules, secrets: [], fetch })).toMatchObject({
      kind: "failed",
      answer: {
        error: expect.stringMatching(
          /PARLEY_SECRET.*WEBHOOK_CALLBACK_SECRETS=shop:/,
        ) as string,
      },
    });
    expect(reached).toEqual([]);
  });
});

function failure(): never {
  throw new Error("Nothing was received.");
}
