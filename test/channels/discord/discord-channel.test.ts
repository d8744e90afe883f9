import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TOKEN_MS } from "../../../src/channels/discord/discord-address.ts";
import { createDiscordChannel } from "../../../src/channels/discord/discord-channel.ts";
import type { Editing, ReceivingChannel } from "../../../src/types/channel.ts";
import type { ReplyPart } from "../../../src/types/reply.ts";
import { describeChannelContract } from "../../contracts/channel-contract.ts";
import {
  createDiscordRequest,
  createInteraction,
  DISCORD_APP,
  DISCORD_PUBLIC_KEY,
  DISCORD_TOKEN_OF_INTERACTION as TOKEN,
} from "../../fixtures/discord-requests.ts";
import { sendOptions } from "../../fixtures/send-options.ts";
import {
  startDiscordServer,
  type DiscordServer,
} from "../../stubs/discord-server.ts";

const CHANNEL = "645027906669510667";
const BODY = JSON.stringify(createInteraction());
const CREATED_AT = 1_800_000_000_000;
const ANSWERED = {
  chat: CHANNEL,
  app: DISCORD_APP,
  token: TOKEN,
  tokenUntil: CREATED_AT + TOKEN_MS,
};

function createChannel(
  { url, token }: DiscordServer,
  now = () => CREATED_AT + 1_000,
): ReceivingChannel & Editing {
  return createDiscordChannel({
    publicKey: DISCORD_PUBLIC_KEY,
    token,
    apiRoot: url,
    cdnRoot: url,
    now,
    retryMs: 1,
  });
}

describeChannelContract("discord", {
  start: startDiscordServer,
  create: createChannel,
  settings: {
    DISCORD_PUBLIC_KEY,
    DISCORD_BOT_TOKEN: "MTk4NjIyNDgzNDcx.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4",
  },
  request: (body) => createDiscordRequest(body),
  body: BODY,
  unauthenticated: {
    "no signature": (body) =>
      createDiscordRequest(body, { headers: { "x-signature-ed25519": "" } }),
    "another signature": (body) =>
      createDiscordRequest(body, {
        headers: { "x-signature-ed25519": "ab".repeat(64) },
      }),
    "the signature of another body": (body) =>
      createDiscordRequest(body, {
        headers: {
          "x-signature-ed25519":
            createDiscordRequest(`${BODY} `).headers.get(
              "x-signature-ed25519",
            ) ?? "",
        },
      }),
    "a timestamp that was not signed": (body) =>
      createDiscordRequest(body, {
        headers: {
          "x-signature-timestamp": String(Math.floor(Date.now() / 1_000) - 1),
        },
      }),
    "an old timestamp": (body) =>
      createDiscordRequest(body, { at: Date.now() - 301_000 }),
  },
  isBodySigned: true,
  sending: {
    edits: true,
    // No interaction: each has only one first part.
    to: { chat: CHANNEL },
    deduplicatesByKey: true,
  },
});

describe("Discord channel", () => {
  let server: DiscordServer;
  let channel: ReceivingChannel & Editing;
  beforeEach(async () => {
    server = await startDiscordServer();
    server.defer(TOKEN, CHANNEL);
    channel = createChannel(server);
  });
  afterEach(() => server.close());

  const send = (
    text: string,
    index = 0,
    to: typeof ANSWERED = ANSWERED,
    buttons: ReplyPart["buttons"] = [],
  ) => channel.send({ text, buttons }, to, sendOptions({ index }));
  const contents = () => server.shown().map(({ content }) => content);

  it("fills in the deferred reply, edits it, and sends further parts as follow-ups", async () => {
    const first = await send("One");
    const second = await send("Two", 1);
    await channel.edit(first, { text: "One." }, ANSWERED, sendOptions());
    await channel.edit(second, { text: "Two." }, ANSWERED, sendOptions());
    expect(server.shown()).toMatchObject([
      { content: "One.", by: "interaction", channel: CHANNEL },
      { content: "Two.", by: "interaction" },
    ]);
    expect(server.calls.map(({ method, path }) => [method, path])).toEqual([
      ["PATCH", `/webhooks/${DISCORD_APP}/${TOKEN}/messages/@original`],
      ["POST", `/webhooks/${DISCORD_APP}/${TOKEN}?wait=true`],
      ["PATCH", `/webhooks/${DISCORD_APP}/${TOKEN}/messages/@original`],
      ["PATCH", `/webhooks/${DISCORD_APP}/${TOKEN}/messages/${second.id}`],
    ]);
  });

  it("shows the first part once, however often it is sent", async () => {
    server.failNext("/webhooks", "drop");
    await expect(send("One")).rejects.toMatchObject({ kind: "unreachable" });
    await send("One");
    expect(contents()).toEqual(["One"]);
  });

  it("retries until Discord knows the deferred reply", async () => {
    server.failNext("/webhooks", {
      status: 404,
      body: { code: 10_015, message: "Unknown Webhook" },
    });
    await send("Quick");
    expect(server.shown()).toMatchObject([
      { content: "Quick", by: "interaction" },
    ]);
  });

  it("posts, edits and removes as the bot after 15 minutes", async () => {
    const receipt = await send("One");
    const late = createChannel(server, () => ANSWERED.tokenUntil);
    server.expire(TOKEN);
    await late.edit(receipt, { text: "One." }, ANSWERED, sendOptions());
    const options = sendOptions({ index: 1 });
    const posted = await late.send({ text: "Two" }, ANSWERED, options);
    expect(await late.send({ text: "Two" }, ANSWERED, options)).toEqual(posted);
    expect(server.shown()).toMatchObject([
      { content: "One.", by: "bot" },
      { content: "Two", by: "bot" },
    ]);
    const { signal } = new AbortController();
    await late.remove(receipt, ANSWERED, { signal });
    expect(contents()).toEqual(["Two"]);
  });

  it("falls back to the bot if Discord rejects the interaction's token earlier", async () => {
    server.expire(TOKEN);
    channel = createChannel(server, () => CREATED_AT + 60_000);
    await send("Late", 0, { ...ANSWERED, thread: "99" } as typeof ANSWERED);
    expect(server.shown()).toMatchObject([{ channel: "99", by: "bot" }]);
  });

  it("can edit the message whose button was pressed, or reply with another one", async () => {
    const { id } = await send("Really?");
    const pressed = id.replace("original:", "");
    const to = { ...ANSWERED, token: "press", pressed };
    server.defer("press", CHANNEL);
    await channel.send({ text: "Done." }, to, sendOptions());
    expect(contents()).toEqual(["Really?", "Done."]);
    // `@original` of a press is the message with the button.
    await channel.edit({ id: pressed }, { text: "Yes." }, to, sendOptions());
    expect(server.calls.at(-1)?.path).toContain("/press/messages/@original");
  });

  it("shows buttons, and removes them again", async () => {
    const buttons = [[{ label: "Forget", command: "memory forget" }]];
    const part = { text: "Really?", buttons };
    const receipt = await channel.send(part, ANSWERED, sendOptions());
    expect(server.shown()).toMatchObject([
      { buttons: ["Forget = memory forget"] },
    ]);
    await channel.edit(receipt, { text: "Gone." }, ANSWERED, sendOptions());
    expect(server.shown()).toMatchObject([{ content: "Gone.", buttons: [] }]);
    // One for each of the most reminders.
    const many = Array.from({ length: 20 }, (_, index) => [
      { label: `Cancel ${index}`, command: `reminders cancel ${index}` },
    ]);
    await send("Reminders", 1, undefined, many);
    expect(server.shown()[1]?.buttons).toEqual(
      many.flat().map(({ label, command }) => `${label} = ${command}`),
    );
  });

  it.each([
    [403, 50_001, "gone"],
    [403, 50_013, "gone"],
    [404, 10_003, "gone"],
    [403, 50_007, "gone"],
    [400, 50_035, "refused"],
    [401, 0, "refused"],
  ])("reports HTTP %s with code %s as %s", async (status, code, kind) => {
    server.failNext("/channels", { status, body: { code, message: "no" } });
    const sending = channel.send(
      { text: "Hello" },
      { chat: CHANNEL },
      sendOptions(),
    );
    await expect(sending).rejects.toMatchObject({
      name: "DeliveryError",
      kind,
    });
  });

  it("waits as long as Discord asks, in the header or the body", async () => {
    server.failNext("/webhooks", {
      status: 429,
      body: { message: "You are being rate limited.", retry_after: 1.337 },
    });
    await expect(send("One")).rejects.toMatchObject({
      kind: "rate-limited",
      retryAfterMs: 1_337,
    });
  });

  it.each([
    ["a connection that breaks", "break"],
    ["a page of a proxy", { status: 502, body: "<h1>Bad Gateway</h1>" }],
    ["what is not Discord's", { body: { hello: "world" } }],
  ] as const)("takes %s as unreachable", async (_, failure) => {
    server.failNext("/webhooks", failure);
    await expect(send("One")).rejects.toMatchObject({ kind: "unreachable" });
  });

  it("never includes a token or the text in an error", async () => {
    const failing = createDiscordChannel({
      publicKey: DISCORD_PUBLIC_KEY,
      token: server.token,
      apiRoot: server.url,
      cdnRoot: server.url,
      now: () => CREATED_AT,
      fetch: () => Promise.reject(new TypeError(`failed: ${server.token}`)),
    });
    const error: unknown = await failing
      .send({ text: "private words" }, ANSWERED, sendOptions())
      .catch((thrown: unknown) => thrown);
    expect(inspect(error)).not.toMatch(
      new RegExp(`${server.token}|${TOKEN}|private words`),
    );
  });

  it("fetches files only from Discord's own host", async () => {
    const path = "/ephemeral-attachments/1/2/a.txt?ex=1&is=2&hm=3";
    server.files.set(path, "the content");
    const { signal } = new AbortController();
    const fetchFile = (file: string, maxBytes = 100) =>
      channel.fetchAttachment?.(file, { maxBytes, signal });
    expect(await fetchFile(path)).toEqual({
      kind: "fetched",
      bytes: new TextEncoder().encode("the content"),
    });
    expect(await fetchFile(path, 5)).toEqual({ kind: "too-large" });
    const calls = server.calls.length;
    expect(await fetchFile("/channels/1/messages")).toEqual({ kind: "gone" });
    expect(await fetchFile("@elsewhere.example/attachments/1")).toEqual({
      kind: "gone",
    });
    expect(server.calls).toHaveLength(calls);
    server.failNext("/attachments", { status: 404 });
    expect(await fetchFile("/attachments/1/2/b.txt")).toEqual({ kind: "gone" });
    server.failNext("/attachments", { status: 500 });
    await expect(fetchFile("/attachments/1/2/b.txt")).rejects.toThrow("500");
  });
});
