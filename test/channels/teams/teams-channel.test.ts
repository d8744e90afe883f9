import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTeamsChannel } from "../../../src/channels/teams/teams-channel.ts";
import type { Editing, ReceivingChannel } from "../../../src/types/channel.ts";
import { describeChannelContract } from "../../contracts/channel-contract.ts";
import { sendOptions } from "../../fixtures/send-options.ts";
import {
  createActivity,
  createTeamsRequest,
  TEAMS_CHAT,
} from "../../fixtures/teams-activities.ts";
import {
  startTeamsServer,
  TEAMS_APP_ID,
  TEAMS_APP_PASSWORD,
  type TeamsServer,
} from "../../stubs/teams-server.ts";

const signer = await startTeamsServer();
afterAll(() => signer.close());
const TOKEN = await signer.sign();
const FORGED = `${TOKEN.slice(0, TOKEN.lastIndexOf("."))}.${"A".repeat(342)}`;
const HOUR = 3_600;
const NOW = Math.floor(Date.now() / 1_000);
const STRANGERS = {
  "no token": undefined,
  "what is no token": "abc",
  "another's signature": FORGED,
  "a token for another bot": await signer.sign({ aud: "another" }),
  "a token of another issuer": await signer.sign({
    iss: "https://evil.example",
  }),
  "a token that has expired": await signer.sign({ exp: NOW - 301 }),
  "a token that is not valid yet": await signer.sign({ nbf: NOW + HOUR }),
  "a token without an end": await signer.sign({ exp: undefined }),
  "a token that names no service": await signer.sign({ serviceurl: undefined }),
  "a token that is too long": await signer.sign({ more: "x".repeat(9_000) }),
  "a token of an unknown key": await signer.sign({}, { kid: "key-9" }),
  "a token that names no key": await signer.sign({}, {}),
};

const DIRECT = {
  chat: TEAMS_CHAT,
  to: TEAMS_CHAT,
  message: "1485983408511",
  service: signer.serviceUrl.replace(/\/$/, ""),
  kind: "personal",
};

function createChannel(
  server: TeamsServer,
  {
    now,
    serviceRoot = server.url,
    streamIntervalMs = 0,
  }: {
    now?: () => number;
    serviceRoot?: string;
    streamIntervalMs?: number | undefined;
  } = {},
): ReceivingChannel & Editing {
  return createTeamsChannel({
    appId: TEAMS_APP_ID,
    password: TEAMS_APP_PASSWORD,
    tenant: "botframework.com",
    loginRoot: server.url,
    serviceRoot,
    metadataUrl: server.metadataUrl,
    streamIntervalMs,
    ...(now !== undefined && { now }),
  });
}

describeChannelContract("teams", {
  start: async () => {
    const close = async () => void (server.url = "http://127.0.0.1:1");
    const server = { ...signer, close };
    return server;
  },
  create: (server) => createChannel(server, { serviceRoot: signer.url }),
  settings: {
    TEAMS_APP_ID,
    TEAMS_APP_PASSWORD,
    TEAMS_OPENID_METADATA_URL: signer.metadataUrl,
    TEAMS_SERVICE_ROOT: signer.url,
  },
  request: (body) => createTeamsRequest(body, TOKEN),
  body: JSON.stringify(createActivity(signer.serviceUrl)),
  unauthenticated: Object.fromEntries(
    Object.entries(STRANGERS).map(([name, token]) => [
      name,
      (body: BodyInit) => createTeamsRequest(body, token),
    ]),
  ),
  sending: {
    edits: true,
    to: DIRECT,
  },
});

describe("Teams channel", () => {
  let server: TeamsServer;
  let channel: ReceivingChannel & Editing;
  let direct: Record<string, string>;
  let group: Record<string, string>;
  beforeEach(async () => {
    server = await startTeamsServer();
    channel = createChannel(server);
    direct = { ...DIRECT, service: `${server.url}/amer` };
    group = {
      ...direct,
      chat: "19:abc@thread.v2",
      to: "19:abc@thread.v2",
      kind: "group",
    };
  });
  afterEach(() => server.close());

  const texts = () =>
    server.shown().map(({ text, streaming }) => [text, streaming ?? "whole"]);
  const logins = () =>
    server.calls.filter(({ path }) => path.endsWith("/oauth2/v2.0/token"));

  it("streams a status and an answer in a private chat, and ends the stream with the whole message", async () => {
    const start = sendOptions({ preview: "status" });
    const receipt = await channel.send({ text: "Searching" }, direct, start);
    await channel.edit(receipt, { text: "Calculating" }, direct, start);
    expect(texts()).toEqual([["Calculating", "informative"]]);
    const preview = sendOptions({ preview: "answer" });
    await channel.edit(receipt, { text: "It" }, direct, preview);
    await channel.edit(receipt, { text: "It is" }, direct, preview);
    expect(texts()).toEqual([["It is", "streaming"]]);
    await channel.edit(receipt, { text: "It is 4." }, direct, sendOptions());
    expect(texts()).toEqual([["It is 4.", "whole"]]);
    await channel.edit(receipt, { text: "It is 5." }, direct, sendOptions());
    expect(texts()).toEqual([["It is 5.", "whole"]]);
  });

  it("shows the beginning of a status that is too long for Teams", async () => {
    const status = sendOptions({ preview: "status" });
    await channel.send({ text: "查".repeat(400) }, direct, status);
    expect(texts()).toEqual([["查".repeat(300), "informative"]]);
  });

  it("ends a stream that another process began", async () => {
    const preview = sendOptions({ preview: "answer" });
    const receipt = await channel.send({ text: "It" }, direct, preview);
    const other = createChannel(server);
    await other.edit(receipt, { text: "It is" }, direct, preview);
    expect(texts()).toEqual([["It is", "whole"]]);
    await other.edit(receipt, { text: "It is 4." }, direct, sendOptions());
    expect(texts()).toEqual([["It is 4.", "whole"]]);
  });

  it("ends a stream before Teams does, and then edits the message", async () => {
    let at = Date.now();
    const slow = createChannel(server, { now: () => at });
    const preview = sendOptions({ preview: "answer" });
    const receipt = await slow.send({ text: "It" }, direct, preview);
    at += 101_000;
    for (const text of ["It is", "It is 4"])
      await slow.edit(receipt, { text }, direct, preview);
    expect(texts()).toEqual([["It is 4", "whole"]]);
  });

  it.each(["Forbidden", "ContentStreamNotAllowed"])(
    "sends a new message if a stream has ended and cannot be edited: %s",
    async (code) => {
      const preview = sendOptions({ preview: "answer" });
      const receipt = await channel.send({ text: "It" }, direct, preview);
      const refusal = (status: number, said: string) => ({
        status,
        body: { error: { code: said } },
      });
      const path = "/amer/v3/";
      server.failNext(path, refusal(403, "ContentStreamNotAllowed"));
      server.failNext(path, refusal(403, code));
      const again = await channel.edit(
        receipt,
        { text: "It is 4." },
        direct,
        sendOptions(),
      );
      expect(again.id).not.toBe(receipt.id);
      expect(texts()).toEqual([["It is 4.", "whole"]]);
    },
  );

  it.each([
    ["the same process", () => channel],
    ["the next one", () => createChannel(server)],
  ])(
    "leaves no partial answer next to one that begins differently, in %s",
    async (_, resume) => {
      const preview = sendOptions({ preview: "answer" });
      let receipt = await channel.send({ text: "It is" }, direct, preview);
      for (const text of ["Four", "Four it"])
        receipt = await resume().edit(receipt, { text }, direct, preview);
      const part = { text: "Four it is." };
      await resume().edit(receipt, part, direct, sendOptions());
      expect(texts()).toEqual([["Four it is.", "whole"]]);
    },
  );

  it("edits an answer whose stream Teams ended", async () => {
    const preview = sendOptions({ preview: "answer" });
    const receipt = await channel.send({ text: "It" }, direct, preview);
    server.endStreams();
    for (const text of ["It is", "It is 4"])
      await channel.edit(receipt, { text }, direct, preview);
    await channel.edit(receipt, { text: "It is 4." }, direct, sendOptions());
    expect(texts()).toEqual([["It is 4.", "whole"]]);
  });

  it("waits a second between the last update of a stream and its end", async () => {
    const strict = await startTeamsServer({ limitsRate: true });
    const paced = createChannel(strict, { streamIntervalMs: 1_000 });
    const address = { ...direct, service: `${strict.url}/amer` };
    const preview = sendOptions({ preview: "answer" });
    const receipt = await paced.send({ text: "It" }, address, preview);
    await paced.edit(receipt, { text: "It is 4." }, address, sendOptions());
    expect(strict.shown()).toMatchObject([{ text: "It is 4." }]);
    expect(strict.calls).toHaveLength(3);
    await strict.close();
  });

  it("streams one message per chat at a time, and edits the next one", async () => {
    const preview = sendOptions({ preview: "answer" });
    const first = await channel.send({ text: "one" }, direct, preview);
    const second = await channel.send({ text: "tw" }, direct, preview);
    await channel.edit(second, { text: "two" }, direct, preview);
    expect(texts()).toEqual([
      ["one", "streaming"],
      ["two", "whole"],
    ]);
    await channel.remove(first, direct, sendOptions());
    await channel.send({ text: "three" }, direct, preview);
    expect(texts()).toEqual([
      ["two", "whole"],
      ["three", "streaming"],
    ]);
  });

  it("edits messages in groups, and if Teams rejects streaming", async () => {
    const strict = await startTeamsServer({ allowsStreams: false });
    const plain = createChannel(strict);
    const preview = sendOptions({ preview: "answer" });
    for (const to of [direct, group]) {
      const address = { ...to, service: `${strict.url}/amer` };
      const receipt = await plain.send({ text: "It" }, address, preview);
      await plain.edit(receipt, { text: "It is" }, address, preview);
    }
    expect(strict.shown().map(({ text }) => text)).toEqual(["It is", "It is"]);
    await strict.close();
  });

  it("replies to the message, as Markdown", async () => {
    await channel.send({ text: "**Hi**" }, group, sendOptions());
    expect(server.shown()).toMatchObject([
      {
        to: group["to"],
        activity: {
          textFormat: "markdown",
          text: "**Hi**",
          replyToId: DIRECT.message,
        },
      },
    ]);
    expect(server.shown()[0]?.activity).not.toHaveProperty("attachments");
  });

  it("shows buttons that send their command", async () => {
    const button = { label: "Yes", command: "new yes" };
    // A card has room for six.
    const buttons = Array.from({ length: 7 }, () => [button]);
    await channel.send({ text: "Sure?", buttons }, direct, sendOptions());
    const shown = {
      type: "messageBack",
      title: "Yes",
      displayText: "Yes",
      text: "/new yes",
      value: { command: "new yes" },
    };
    const card = (count: number) => ({
      contentType: "application/vnd.microsoft.card.hero",
      content: { buttons: Array.from({ length: count }, () => shown) },
    });
    expect(server.shown()[0]?.activity["attachments"]).toEqual([
      card(6),
      card(1),
    ]);
  });

  it("shows typing", async () => {
    const { signal } = new AbortController();
    await channel.showTyping?.(group, { signal });
    expect(server.typing).toEqual([group["to"]]);
  });

  it("requests one token for all calls, and a new one before it expires or if it is revoked", async () => {
    let at = Date.now();
    const slow = createChannel(server, { now: () => at });
    const send = () => slow.send({ text: "Hi" }, direct, sendOptions());
    await send();
    await send();
    expect(logins()).toHaveLength(1);
    at += 3_400_000;
    await send();
    expect(logins()).toHaveLength(2);
    server.revokeTokens();
    await send();
    expect(logins()).toHaveLength(3);
  });

  it("reports that Microsoft rejected the app, without the password", async () => {
    const wrong = createTeamsChannel({
      appId: TEAMS_APP_ID,
      password: "wrong-password",
      tenant: "botframework.com",
      loginRoot: server.url,
      serviceRoot: server.url,
      metadataUrl: server.metadataUrl,
    });
    const sending = wrong.send({ text: "Hi" }, direct, sendOptions());
    await expect(sending).rejects.toMatchObject({ kind: "refused" });
    await expect(sending).rejects.toThrow(
      /^(?!.*wrong-password).*invalid_client/,
    );
  });

  it("sends its token to no other host", async () => {
    const elsewhere = await startTeamsServer();
    const address = { ...direct, service: elsewhere.url };
    await expect(
      channel.send({ text: "Hi" }, address, sendOptions()),
    ).rejects.toMatchObject({ kind: "refused" });
    expect([...elsewhere.calls, ...server.calls]).toEqual([]);
    await elsewhere.close();
  });

  it("waits as long as Teams asks, retries transient errors, and gives up on a chat that it has left", async () => {
    const send = (to: string) =>
      channel.send({ text: "Hi" }, { ...direct, to }, sendOptions());
    await send(TEAMS_CHAT);
    const path = "/amer/v3/";
    server.failNext(path, { status: 429, headers: { "retry-after": "7" } });
    await expect(send(TEAMS_CHAT)).rejects.toMatchObject({
      kind: "rate-limited",
      retryAfterMs: 7_000,
    });
    server.failNext(path, { status: 412 });
    await expect(send(TEAMS_CHAT)).rejects.toMatchObject({
      kind: "unreachable",
    });
    await expect(send("a:gone")).rejects.toMatchObject({ kind: "gone" });
  });
});
