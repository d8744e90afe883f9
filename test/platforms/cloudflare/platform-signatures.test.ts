import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect, it } from "vitest";
import { createDiscordChannel } from "../../../src/channels/discord/discord-channel.ts";
import { readVerified } from "../../../src/channels/discord/verify-interaction.ts";
import { createTeamsChannel } from "../../../src/channels/teams/teams-channel.ts";
import { toHex } from "../../../src/runtime/hash.ts";

it("a Worker verifies Discord's Ed25519 signatures", async () => {
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

it("a Worker verifies Microsoft's RS256 tokens for Teams", async () => {
  const appId = "0f5e0b6e-8a3f-4c8e-9d0c-2b6a4a0c1d11";
  const login = "https://login.botframework.test";
  const { publicKey, privateKey } = await generateKeyPair("RS256", {
    extractable: true,
  });
  const key = { ...(await exportJWK(publicKey)), kid: "k" };
  const channel = createTeamsChannel({
    appId,
    password: "p",
    tenant: "botframework.com",
    loginRoot: login,
    metadataUrl: `${login}/metadata`,
    fetch: async (address) =>
      Response.json(
        address === `${login}/keys`
          ? { keys: [key] }
          : { jwks_uri: `${login}/keys` },
      ),
  });
  const serviceUrl = "https://smba.trafficmanager.net/amer/";
  const receive = async (aud: string) => {
    const token = await new SignJWT({ serviceurl: serviceUrl, aud })
      .setProtectedHeader({ alg: "RS256", kid: "k" })
      .setIssuer("https://api.botframework.com")
      .setExpirationTime("1h")
      .sign(privateKey);
    return channel.receive(
      new Request("https://bot.example/teams/messages", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${token}`,
        },
        body: JSON.stringify({ type: "invoke", serviceUrl }),
      }),
    );
  };
  expect(await receive(appId)).toEqual({ kind: "messages", messages: [] });
  expect(await receive("another")).toMatchObject({ problem: { status: 401 } });
});
