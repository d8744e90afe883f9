import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSlackChannel } from "../../../src/channels/slack/slack-channel.ts";
import type { Editing, ReceivingChannel } from "../../../src/types/channel.ts";
import { describeChannelContract } from "../../contracts/channel-contract.ts";
import { createMessageIndex } from "../../fakes/message-index.ts";
import { loggedEvents } from "../../fixtures/log.ts";
import { sendOptions } from "../../fixtures/send-options.ts";
import {
  createSlackEvent,
  createSlackRequest,
  SLACK_SIGNING_SECRET,
} from "../../fixtures/slack-requests.ts";
import {
  startSlackServer,
  type SlackServer,
} from "../../stubs/slack-server.ts";

const EVENT = JSON.stringify(createSlackEvent());
const DM = { chat: "D1", user: "U1", message: "1.1" };
const THREAD = { ...DM, chat: "C1", thread: "1.1" };

describeChannelContract("slack", {
  start: startSlackServer,
  create: createChannel,
  settings: {
    SLACK_BOT_TOKEN: "xoxb-1-token",
    SLACK_SIGNING_SECRET,
    SLACK_ALLOWED_USERS: "U2147483697",
  },
  request: (body) => createSlackRequest(body),
  body: EVENT,
  unauthenticated: {
    "another secret": (body) =>
      createSlackRequest(body, { secret: "0".repeat(32) }),
    "an old timestamp": (body) =>
      createSlackRequest(body, { at: Date.now() - 301_000 }),
    "a timestamp that was not signed": (body) =>
      createSlackRequest(body, {
        headers: {
          "x-slack-request-timestamp": String(
            Math.floor(Date.now() / 1_000) - 1,
          ),
        },
      }),
    "no signature": (body) =>
      createSlackRequest(body, { headers: { "x-slack-signature": "" } }),
    "another body": (body) =>
      createSlackRequest(body, { headers: createSignature(`${EVENT} `) }),
  },
  isBodySigned: true,
  acknowledgesInvalid: true,
  sending: {
    edits: true,
    to: DM,
  },
});

describe("Slack channel", () => {
  let server: SlackServer;
  let channel: ReceivingChannel & Editing;
  beforeEach(async () => {
    server = await startSlackServer();
    channel = createChannel(server);
  });
  afterEach(() => server.close());

  const send = async (
    markdown: string,
    to: Record<string, string | number> = DM,
    options = {},
  ) => channel.send(await partOf(markdown), to, sendOptions(options));
  const partOf = async (markdown: string) =>
    (await channel.split(markdown))[0] ??
    expect.unreachable("Nothing to send.");

  it("says in the log that Slack drops events", async () => {
    const body = JSON.stringify({ type: "app_rate_limited", team_id: "T1" });
    expect(await channel.receive(createSlackRequest(body))).toEqual({
      kind: "messages",
      messages: [],
    });
    expect(loggedEvents()).toEqual(["Slack drops events"]);
  });

  it("echoes the challenge of Slack's first request", async () => {
    const body = JSON.stringify({
      type: "url_verification",
      token: "t",
      challenge: "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P",
    });
    expect(await channel.receive(createSlackRequest(body))).toEqual({
      kind: "messages",
      messages: [],
      answer: {
        type: "application/json",
        body: '{"challenge":"3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P"}',
      },
    });
  });

  it("sends Markdown, in the question's thread", async () => {
    await send("**Bold** & [a link](https://example.com/)", THREAD);
    expect(server.shown()).toMatchObject([
      {
        channel: "C1",
        thread: "1.1",
        text: "**Bold** & [a link](https://example.com/)",
      },
    ]);
  });

  it("shows buttons below the text", async () => {
    const buttons = [[{ label: "Forget", command: "memory forget" }]];
    const part = { ...(await partOf("Really?")), buttons };
    const receipt = await channel.send(part, DM, sendOptions());
    expect(server.shown()).toMatchObject([
      { text: "Really?", buttons: ["Forget = memory forget"] },
    ]);
    await channel.edit(receipt, await partOf("Gone."), DM, sendOptions());
    expect(server.shown()).toMatchObject([{ text: "Gone.", buttons: [] }]);
  });

  describe("the answer to a slash command", () => {
    const to = () => ({
      chat: "C1",
      user: "U1",
      response: server.responseUrl,
      responseUntil: Date.now() + 60_000,
    });

    it("is ephemeral, and after five parts a private message", async () => {
      for (let part = 1; part <= 6; part++) await send(`Part ${part}`, to());
      const shown = server.shown();
      expect(shown.slice(0, 5).every(({ isEphemeral }) => isEphemeral)).toBe(
        true,
      );
      expect(shown.at(-1)).toMatchObject({ channel: "U1", text: "Part 6" });
    });

    it("is a private message after 30 minutes", async () => {
      await send("Late", { ...to(), responseUntil: Date.now() - 1 });
      expect(server.shown()).toMatchObject([
        { channel: "U1", isEphemeral: false },
      ]);
    });

    it("is not streamed", () => {
      expect(channel.presentationAt(to()).preview).toBe("none");
      expect(channel.presentationAt(THREAD).preview).toBe("messages");
    });

    it("has buttons that return the slash command", async () => {
      const buttons = [[{ label: "Forget", command: "memory forget" }]];
      const address = { ...to(), slash: "/bot" };
      await channel.send({ text: "Memory", buttons }, address, sendOptions());
      const [call] = server.calls;
      expect(call?.body).toMatchObject({
        blocks: [{}, { elements: [{ action_id: "0-0/bot" }] }],
      });
    });

    it("writes commands in the slash command's form", () => {
      const { commandMark } = channel.presentationAt({
        ...to(),
        slash: "/bot",
      });
      expect(commandMark).toBe("/bot ");
      expect(channel.presentationAt(THREAD).commandMark).toBe("!");
    });
  });

  it.each([
    ["channel_not_found", "gone"],
    ["is_archived", "gone"],
    ["not_in_channel", "gone"],
    ["msg_too_long", "refused"],
    ["invalid_auth", "refused"],
    ["internal_error", "unreachable"],
    ["ratelimited", "rate-limited"],
  ])("reports %s as %s", async (error, kind) => {
    server.failNext("/api/chat.postMessage", { body: { ok: false, error } });
    await expect(send("Hello")).rejects.toMatchObject({
      name: "DeliveryError",
      kind,
      message: expect.stringContaining(error),
    });
  });

  it("reports how long Slack asks to wait", async () => {
    server.failNext("/api/chat.postMessage", {
      status: 429,
      headers: { "retry-after": "30" },
    });
    await expect(send("Hello")).rejects.toMatchObject({
      kind: "rate-limited",
      retryAfterMs: 30_000,
    });
  });

  it.each([
    ["a connection that breaks", "break"],
    ["a page of a proxy", { status: 502, body: "<h1>Bad Gateway</h1>" }],
    ["what is not Slack's", { body: { hello: "world" } }],
  ] as const)("takes %s as unreachable", async (_, failure) => {
    server.failNext("/api/chat.postMessage", failure);
    await expect(send("Hello")).rejects.toMatchObject({ kind: "unreachable" });
  });

  it("reports `gone` if the bot was removed from the channel", async () => {
    server.leave("C1");
    await expect(send("Hello", THREAD)).rejects.toMatchObject({ kind: "gone" });
  });

  it("never includes the token or the text in an error", async () => {
    const failing = createSlackChannel({
      token: server.token,
      apiRoot: server.apiRoot,
      signingSecret: SLACK_SIGNING_SECRET,
      index: createMessageIndex(),
      fetch: () => Promise.reject(new TypeError(`failed: ${server.token}`)),
    });
    const error: unknown = await failing
      .send({ text: "private words" }, DM, sendOptions())
      .catch((thrown: unknown) => thrown);
    expect(inspect(error)).not.toMatch(/xoxb|private words/);
  });

  it.each(["files.slack.com", "slack.com", "files.slack-gov.com"])(
    "fetches files from %s with the token",
    async (host) => {
      const fetched: unknown[] = [];
      const fetching = createSlackChannel({
        token: server.token,
        apiRoot: server.apiRoot,
        signingSecret: SLACK_SIGNING_SECRET,
        index: createMessageIndex(),
        fetch: async (input, init) => {
          const url = new URL(input instanceof Request ? input.url : input);
          if (url.host !== host) return fetch(input, init);
          fetched.push(init?.headers);
          return new Response("the content");
        },
      });
      server.failNext("/api/files.info", {
        body: { ok: true, file: { url_private: `https://${host}/f` } },
      });
      const { signal } = new AbortController();
      expect(
        await fetching.fetchAttachment?.("F1", { maxBytes: 100, signal }),
      ).toMatchObject({ kind: "fetched" });
      expect(fetched).toEqual([{ authorization: `Bearer ${server.token}` }]);
    },
  );

  it("fetches files with the token, and only from Slack", async () => {
    server.addFile("F1", "the content");
    const { signal } = new AbortController();
    const fetchFile = (file: string, maxBytes = 100) =>
      channel.fetchAttachment?.(file, { maxBytes, signal });
    expect(await fetchFile("F1")).toEqual({
      kind: "fetched",
      bytes: new TextEncoder().encode("the content"),
    });
    expect(await fetchFile("F1", 5)).toEqual({ kind: "too-large" });
    expect(await fetchFile("F2")).toEqual({ kind: "gone" });
    const { hostname } = new URL(server.apiRoot);
    for (const place of [
      "https://elsewhere.example",
      "https://notslack.com",
      "https://slack.com.evil.example",
      "http://files.slack.com",
      `http://${hostname}:1`,
    ]) {
      server.failNext("/api/files.info", {
        body: { ok: true, file: { url_private_download: `${place}/f` } },
      });
      expect(await fetchFile("F1")).toEqual({ kind: "gone" });
    }
  });
});

function createSignature(body: string): Record<string, string> {
  const { headers } = createSlackRequest(body);
  return {
    "x-slack-signature": headers.get("x-slack-signature") ?? "",
    "x-slack-request-timestamp": headers.get("x-slack-request-timestamp") ?? "",
  };
}

function createChannel({
  token,
  apiRoot,
}: SlackServer): ReceivingChannel & Editing {
  return createSlackChannel({
    token,
    apiRoot,
    signingSecret: SLACK_SIGNING_SECRET,
    index: createMessageIndex(),
  });
}
