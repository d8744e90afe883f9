import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSlackChannel } from "../../../src/channels/slack/slack-channel.ts";
import type { Editing, ReceivingChannel } from "../../../src/types/channel.ts";
import { describeChannelContract } from "../../contracts/channel-contract.ts";
import { createMessageIndex } from "../../fakes/message-index.ts";
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
const THREAD = { ...DM, chat: "C1", thread: "1.1", team: "T1" };

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

  const methods = () =>
    server.calls.map(({ path }) => path.replace("/api/", ""));
  const send = async (
    markdown: string,
    to: Record<string, string | number> = DM,
    options = {},
  ) => channel.send(await partOf(markdown), to, sendOptions(options));
  const partOf = async (markdown: string) =>
    (await channel.split(markdown))[0] ??
    expect.unreachable("Nothing to send.");

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
    const [call] = server.calls;
    const withoutPreviews = { unfurl_links: false, unfurl_media: false };
    expect(call?.body).toMatchObject(withoutPreviews);
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

  it("appends to an answer in a thread while it is written, and stops the stream when it is complete", async () => {
    const preview = "answer" as const;
    const receipt = await send("One", THREAD, { preview });
    const edit = (text: string, options = {}) =>
      channel.edit(receipt, { text }, THREAD, sendOptions(options));
    for (const text of ["One", "One two", "One two"])
      await edit(text, { preview });
    expect(server.shown()).toMatchObject([
      { text: "One two", isStreaming: true },
    ]);
    await edit("One two three");
    expect(server.shown()).toMatchObject([
      { text: "One two three", isStreaming: false },
    ]);
    expect(methods()).toEqual([
      "chat.startStream",
      "chat.appendStream",
      "chat.appendStream",
      "chat.stopStream",
    ]);
  });

  it("starts a stream without text, so that its receipt is stored first", async () => {
    const receipt = await send("One", THREAD, { preview: "answer" });
    expect(receipt.isEmpty).toBe(true);
    expect(server.shown()).toMatchObject([{ text: "", isStreaming: true }]);
  });

  /** Starts an answer in a thread, and shows the text. */
  const stream = async (text: string) => {
    const preview = "answer" as const;
    const receipt = await send(text, THREAD, { preview });
    const edit = (longer: string, options = {}) =>
      channel.edit(receipt, { text: longer }, THREAD, sendOptions(options));
    await edit(text, { preview });
    return { receipt, edit, preview };
  };

  it.each([
    ["while it is written", ["One two"]],
    ["at its end", []],
  ])(
    "edits an answer whose stream Slack ended %s",
    async (_, previews: readonly string[]) => {
      const { edit, preview } = await stream("One");
      server.endStreams();
      for (const text of previews) await edit(text, { preview });
      await edit("One two three");
      expect(server.shown()).toMatchObject([
        { text: "One two three", isStreaming: false },
      ]);
    },
  );

  it.each(["chat.appendStream", "chat.stopStream"])(
    "shows an answer once if the response to %s is lost",
    async (method) => {
      const { edit, preview } = await stream("One");
      server.failNext(`/api/${method}`, "drop");
      const options = method === "chat.appendStream" ? { preview } : {};
      await expect(edit("One two", options)).rejects.toMatchObject({
        kind: "unreachable",
      });
      await edit("One two");
      expect(server.shown()).toMatchObject([
        { text: "One two", isStreaming: false },
      ]);
    },
  );

  it("continues to append after a rate limit", async () => {
    const { edit, preview } = await stream("One");
    const headers = { "retry-after": "1" };
    server.failNext("/api/chat.appendStream", { status: 429, headers });
    await expect(edit("One two", { preview })).rejects.toMatchObject({
      kind: "rate-limited",
    });
    await edit("One two three", { preview });
    expect(server.shown()).toMatchObject([
      { text: "One two three", isStreaming: true },
    ]);
  });

  it("removes an unfinished answer, even one of a crashed process", async () => {
    const [own, others] = [await stream("One"), await stream("Two")];
    const options = { signal: new AbortController().signal };
    await channel.remove(own.receipt, THREAD, options);
    await createChannel(server).remove(others.receipt, THREAD, options);
    expect(server.shown()).toEqual([]);
  });

  it("stops an answer that is already complete, and replaces one that begins differently or gets buttons", async () => {
    const preview = "answer" as const;
    const first = await send("Whole", THREAD, { preview });
    await channel.edit(first, { text: "Whole" }, THREAD, sendOptions());
    const second = await send("One", THREAD, { preview });
    await channel.edit(second, { text: "Two" }, THREAD, sendOptions());
    const third = await send("Sure?", THREAD, { preview });
    const buttons = [[{ label: "Yes", command: "yes" }]];
    const asked = { text: "Sure?", buttons };
    await channel.edit(third, asked, THREAD, sendOptions());
    expect(server.shown()).toMatchObject([
      { text: "Whole", isStreaming: false },
      { text: "Two", isStreaming: false },
      { text: "Sure?", isStreaming: false, buttons: ["Yes = yes"] },
    ]);
  });

  it("stops the unfinished answer of a crashed process", async () => {
    const { receipt, preview } = await stream("One");
    const next = createChannel(server);
    const edit = (text: string, options = {}) =>
      next.edit(receipt, { text }, THREAD, sendOptions(options));
    await edit("Two", { preview });
    await edit("Two three", { preview });
    await edit("Two three four");
    expect(server.shown()).toMatchObject([
      { text: "Two three four", isStreaming: false },
    ]);
    const stops = methods().filter((method) => method === "chat.stopStream");
    expect(stops).toHaveLength(1);
  });

  it.each([
    ["a status that is replaced", THREAD, "status"],
    ["private chats, where Slack wants a thread", DM, "answer"],
  ] as const)("edits messages in %s", async (_, to, preview) => {
    const receipt = await send("One", to, { preview });
    await channel.edit(receipt, { text: "Two" }, to, sendOptions());
    expect(methods()).toEqual(["chat.postMessage", "chat.update"]);
    expect(server.shown()).toMatchObject([{ text: "Two" }]);
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

    it("is followed by what would replace it", async () => {
      const receipt = await send("Sure?", to());
      const part = await partOf("Sure? Yes.");
      await channel.edit(receipt, part, to(), sendOptions());
      expect(server.shown()).toMatchObject([
        { text: "Sure?", isEphemeral: true },
        { text: "Sure? Yes.", isEphemeral: true },
      ]);
    });

    it("stays, since it has no id that Slack knows", async () => {
      const receipt = await send("Wait", to());
      const { length } = methods();
      await channel.remove(receipt, to(), sendOptions());
      expect(methods()).toHaveLength(length);
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

  it("never includes the token or the text in an error", async () => {
    const failing = createSlackChannel({
      token: server.token,
      apiRoot: server.apiRoot,
      signingSecret: SLACK_SIGNING_SECRET,
      access: "everybody",
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
        access: "everybody",
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
    // Without the scope for files.
    const headers = { "content-type": "text/html" };
    server.failNext("/files/F1", { headers, body: "<title>Log in</title>" });
    await expect(fetchFile("F1")).rejects.toThrow("HTTP 200 for the content");
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
    access: "everybody",
    index: createMessageIndex(),
  });
}
