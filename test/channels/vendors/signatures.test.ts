import { validateSignature } from "@line/bot-sdk";
import { verifyKey } from "discord-interactions";
import { expect, it } from "vitest";
import { WhatsAppAPI } from "whatsapp-api-js";
import { DISCORD_PUBLIC_KEY } from "../../fixtures/discord-requests.ts";
import { DISCORD } from "../../fixtures/documented/discord.ts";
import { LINE } from "../../fixtures/documented/line.ts";
import { WHATSAPP } from "../../fixtures/documented/whatsapp.ts";
import { LINE_SECRET } from "../../fixtures/line-requests.ts";
import { META_APP_SECRET } from "../../fixtures/meta-requests.ts";

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
      new WhatsAppAPI({
        token: "token",
        appSecret: META_APP_SECRET,
        v: "v23.0",
      }).verifyRequestSignature(body, headers.get("x-hub-signature-256") ?? ""),
  },
};

// What the channels take, the vendors' code takes for signed by them: so the channels verify what the vendors sign.
it.each(Object.entries(VENDORS))(
  "The code of %s finds the tests' signatures right, and wrong for another body",
  async (_, { channel: { payloads, request }, isValid }) => {
    const [{ payload } = expect.unreachable()] = Object.values(payloads);
    const signed = request(payload);
    const body = await signed.text();
    expect(await isValid(body, signed.headers)).toBe(true);
    expect(await isValid(`${body} `, signed.headers)).toBe(false);
  },
);
