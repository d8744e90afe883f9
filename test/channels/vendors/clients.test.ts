import { randomUUID } from "node:crypto";
import { HTTPFetchError, messagingApi, validateSignature } from "@line/bot-sdk";
import { verifyKey } from "discord-interactions";
import { afterEach, describe, expect, it } from "vitest";
import { WhatsAppAPI } from "whatsapp-api-js";
import { Text } from "whatsapp-api-js/messages";
import { DISCORD_PUBLIC_KEY } from "../../fixtures/discord-requests.ts";
import { DISCORD } from "../../fixtures/documented/discord.ts";
import { LINE } from "../../fixtures/documented/line.ts";
import { WHATSAPP } from "../../fixtures/documented/whatsapp.ts";
import { LINE_SECRET } from "../../fixtures/line-requests.ts";
import { META_APP_SECRET } from "../../fixtures/meta-requests.ts";
import {
  GRAPH_TOKEN,
  PHONE_NUMBER_ID,
  startGraphServer,
} from "../../stubs/graph-server.ts";
import { LINE_TOKEN, startLineServer } from "../../stubs/line-server.ts";

/** A client of WhatsApp that asks the stub in the place of Meta. */
function createWhatsApp(root = "https://graph.example") {
  return new WhatsAppAPI({
    token: GRAPH_TOKEN,
    appSecret: META_APP_SECRET,
    v: "v23.0",
    ponyfill: {
      fetch: ((url: string, init: RequestInit) =>
        fetch(
          url.replace("https://graph.facebook.com/v23.0", root),
          init,
        )) as typeof fetch,
    },
  });
}

/** Whether the vendor's own code takes the signature of a request for valid. */
const VENDORS = {
  LINE: {
    channel: LINE,
    isValid: (body: string, headers: Headers) =>
      validateSignature(
        body,
        LINE_SECRET,
        headers.get("x-line-signature") ?? "",
      ),
  },
  Discord: {
    channel: DISCORD,
    isValid: (body: string, headers: Headers) =>
      verifyKey(
        body,
        headers.get("x-signature-ed25519") ?? "",
        headers.get("x-signature-timestamp") ?? "",
        DISCORD_PUBLIC_KEY,
      ),
  },
  WhatsApp: {
    channel: WHATSAPP,
    isValid: (body: string, headers: Headers) =>
      createWhatsApp().verifyRequestSignature(
        body,
        headers.get("x-hub-signature-256") ?? "",
      ),
  },
};

// What the channels take, the vendors' code takes for signed by them: so the channels verify what the vendors sign.
describe.each(Object.entries(VENDORS))(
  "the code of %s",
  (_, { channel, isValid }) => {
    it.each(Object.entries(channel.payloads))(
      "finds the signature of a documented payload right, and wrong for another body: %s",
      async (_what, { payload }) => {
        const request = channel.request(payload);
        const { headers } = request;
        const body = await request.text();
        expect(await isValid(body, headers)).toBe(true);
        expect(await isValid(`${body} `, headers)).toBe(false);
      },
    );
  },
);

describe("a vendor's own client", () => {
  const closing: { close: () => Promise<void> }[] = [];
  afterEach(async () => {
    for (const server of closing.splice(0)) await server.close();
  });

  it("is understood by the stub of LINE, which refuses its second push with a key", async () => {
    const server = await startLineServer();
    closing.push(server);
    const client = new messagingApi.MessagingApiClient({
      channelAccessToken: LINE_TOKEN,
      baseURL: server.url,
    });
    const key = randomUUID();
    const push = (text: string) =>
      client.pushMessage({ to: "U1", messages: [{ type: "text", text }] }, key);
    await push("Hello");
    await expect(push("Hello")).rejects.toSatisfy(
      (error) => error instanceof HTTPFetchError && error.status === 409,
    );
    await expect(
      client.pushMessage(
        { to: "U1", messages: [{ type: "text", text: "a".repeat(5_001) }] },
        randomUUID(),
      ),
    ).rejects.toBeInstanceOf(HTTPFetchError);
    server.issue("token", "U1");
    await client.replyMessage({
      replyToken: "token",
      messages: [{ type: "text", text: "你好" }],
    });
    expect(
      server.shown.map(({ by, message }) => [by, message["text"]]),
    ).toEqual([
      ["push", "Hello"],
      ["reply", "你好"],
    ]);
  });

  it("is understood by the stub of WhatsApp", async () => {
    const server = await startGraphServer();
    closing.push(server);
    const client = createWhatsApp(server.url);
    expect(
      await client.sendMessage(
        PHONE_NUMBER_ID,
        "15551234567",
        new Text("你好"),
      ),
    ).toMatchObject({ messages: [{ id: "wamid.1" }] });
    expect(server.shown).toMatchObject([{ text: { body: "你好" } }]);
  });
});
