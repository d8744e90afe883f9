import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { createReceiver } from "../../src/platforms/create-receiver.ts";
import type { ReceivingChannel } from "../../src/types/channel.ts";
import { BusyError } from "../../src/types/errors.ts";
import type { Mailbox } from "../../src/types/mailbox.ts";

const WEBHOOK = "https://parley.test/telegram/webhook";

/** A receiver whose only channel is Telegram, with this `receive`. */
function createTestReceiver(receive: ReceivingChannel["receive"]) {
  const config = parseConfig({
    TELEGRAM_BOT_TOKEN: "123:abc",
    TELEGRAM_WEBHOOK_SECRET: "a_secret_that_nobody_would_ever_guess",
  });
  const receiving = new Map([
    ["telegram", async () => ({ receive }) as ReceivingChannel],
  ]);
  const channels = { receiving } as unknown as Parameters<
    typeof createReceiver
  >[0]["channels"];
  return createReceiver({ config, channels }, {} as Mailbox);
}

function post(url: string): Request {
  return new Request(url, { method: "POST", body: "{}" });
}

describe("createReceiver", () => {
  const receive = createTestReceiver(async () => ({
    kind: "messages",
    messages: [],
  }));

  it("passes a request for a channel's webhook to that channel", async () => {
    expect((await receive(post(WEBHOOK)))?.status).toBe(200);
  });

  it.each([
    ["another method", new Request(WEBHOOK)],
    ["a path below the route", post(`${WEBHOOK}/more`)],
    ["the channel's other paths", post("https://parley.test/telegram")],
    ["a route of the app", post("https://parley.test/v1/messages")],
  ])("leaves %s to the app", async (_, request) => {
    expect(await receive(request)).toBeUndefined();
  });

  it.each([
    ["an unexpected error", new Error("SECRET"), 500],
    [
      "a busy store",
      new BusyError({ reason: "SECRET", retryAfterMs: 1_000 }),
      503,
    ],
  ])("maps %s to the app's problem document", async (_, error, status) => {
    const receiveBadly = createTestReceiver(async () => {
      throw error;
    });
    const response = await receiveBadly(post(WEBHOOK));
    expect(response?.status).toBe(status);
    expect(response?.headers.get("content-type")).toBe(
      "application/problem+json",
    );
    expect(await response?.text()).not.toContain("SECRET");
  });
});
