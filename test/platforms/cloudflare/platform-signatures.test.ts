import { readVerified } from "../../../src/channels/discord/verify-interaction.ts";
import { createDiscordChannel } from "../../../src/channels/discord/discord-channel.ts";
import { toHex } from "../../../src/hash.ts";
import { expect, it } from "vitest";

it("a Worker verifies what Discord signs with Ed25519", async () => {
  const pair = await crypto.subtle.generateKey("Ed25519", true, [
    "sign",
    "verify",
  ]);
  if (!("publicKey" in pair)) return expect.unreachable("No pair of keys.");
  const raw = await crypto.subtle.exportKey("raw", pair.publicKey);
  if (!(raw instanceof ArrayBuffer)) return expect.unreachable("No raw key.");
  const publicKey = toHex(new Uint8Array(raw));
  const now = () => 1_800_000_000_000;
  const timestamp = String(now() / 1_000);
  const signature = await crypto.subtle.sign(
    "Ed25519",
    pair.privateKey,
    new TextEncoder().encode(`${timestamp}{"type":1}`),
  );
  const createRequest = (body: string) =>
    new Request("https://bot.example/discord/interactions", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-signature-ed25519": toHex(new Uint8Array(signature)),
        "x-signature-timestamp": timestamp,
      },
      body,
    });
  const options = { publicKey, now };
  expect(
    await readVerified(createRequest('{"type":2}'), options),
  ).toMatchObject({
    problem: { status: 401 },
  });
  const address = { apiRoot: "https://discord.test", cdnRoot: "" };
  const channel = createDiscordChannel({ ...options, ...address, token: "t" });
  expect(await channel.receive(createRequest('{"type":1}'))).toMatchObject({
    answer: { body: '{"type":1}' },
  });
});
