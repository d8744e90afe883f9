import { beforeEach, describe, expect, it } from "vitest";
import { COMMAND_NAMES } from "../../../src/channels/kit/find-command.ts";
import { createSlackChannel } from "../../../src/channels/slack/slack-channel.ts";
import { COMMANDS } from "../../../src/conversation/commands/command-list.ts";
import type { Access } from "../../../src/types/access.ts";
import { createMessageIndex } from "../../fakes/message-index.ts";
import { acceptRequest } from "../../fixtures/accept-request.ts";
import {
  createSlackEvent,
  createSlackMention,
  createSlackPress,
  createSlackRequest,
  createSlashCommand,
  SLACK_SIGNING_SECRET,
} from "../../fixtures/slack-requests.ts";

const NOW = 1_800_000_000_000;

let channel: ReturnType<typeof createSlackChannel>;
const createChannel = (
  access: Access = "everybody",
  index = createMessageIndex(),
) =>
  createSlackChannel({
    token: "xoxb-1-token",
    apiRoot: "https://slack.com/api",
    signingSecret: SLACK_SIGNING_SECRET,
    access,
    index,
    now: () => NOW,
  });
beforeEach(() => {
  channel = createChannel();
});

async function receive(body: object | string, path = "/slack/events") {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const request = createSlackRequest(text, { path, at: NOW });
  return (await acceptRequest(channel, request)).messages;
}

describe("an event of Slack", () => {
  it("is a message of a private chat, which is one conversation", async () => {
    expect(await receive(createSlackEvent())).toEqual([
      {
        id: "1355517523.000005",
        conversation: "slack:D024BE91L",
        channel: "slack",
        author: { id: "U2147483697" },
        text: "What is 2 + 2?",
        attachments: [],
        replyTo: {
          chat: "D024BE91L",
          message: "1355517523.000005",
          user: "U2147483697",
          team: "T061EG9R6",
        },
      },
    ]);
  });

  it("starts a thread if it mentions the bot in a channel, and has the same id as the channel's message", async () => {
    const mentioned = await receive(createSlackMention());
    expect(mentioned).toMatchObject([
      {
        conversation: "slack:C0LAN2Q65:1515449522.000016",
        isGroup: true,
        text: "is it everything you hoped for?",
        replyTo: { chat: "C0LAN2Q65", thread: "1515449522.000016" },
      },
    ]);
    const seen = createSlackMention({
      type: "message",
      channel_type: "channel",
      text: "<@UBOT|parley> is it everything you hoped for?",
    });
    expect(await receive(seen)).toEqual(mentioned);
  });

  it("is ignored in a thread where only a person without access mentioned the bot", async () => {
    channel = createChannel({ people: ["U1"], chats: [] });
    const thread_ts = "1515449522.000016";
    const said = (user: string) =>
      createSlackEvent({
        channel: "C0LAN2Q65",
        channel_type: "channel",
        thread_ts,
        user,
        text: "And then?",
      });
    await receive(createSlackMention({ user: "U2" }));
    expect(await receive(said("U1"))).toEqual([]);
    await receive(createSlackMention({ user: "U1" }));
    expect(await receive(said("U1"))).toHaveLength(1);
  });

  it("is not accepted if it cannot be noted that the thread is the bot's, which only threads need", async () => {
    const fail = () => Promise.reject(new Error("The index is down."));
    const index = { ...createMessageIndex(), claim: fail, find: fail };
    channel = createChannel(undefined, index);
    await expect(receive(createSlackMention())).rejects.toThrow("is down");
    expect(await receive(createSlackEvent())).toHaveLength(1);
    const toNobody = { channel: "C1", channel_type: "channel" };
    expect(await receive(createSlackEvent(toNobody))).toEqual([]);
  });

  it("is for the bot only in a thread where the bot was mentioned", async () => {
    channel = createChannel({ people: [], chats: ["C0LAN2Q65"] });
    const inThread = (thread_ts: string, more: object = {}) =>
      createSlackEvent({
        channel: "C0LAN2Q65",
        channel_type: "channel",
        text: "And then?",
        // Even years later.
        ts: "1815449600.000001",
        thread_ts,
        ...more,
      });
    expect(await receive(inThread("1515449522.000016"))).toEqual([]);
    await receive(createSlackMention());
    expect(await receive(inThread("1515449522.000016"))).toMatchObject([
      { conversation: "slack:C0LAN2Q65:1515449522.000016", text: "And then?" },
    ]);
    expect(await receive(inThread("1400000000.000001"))).toEqual([]);
    // The author is told only of what was meant for the bot.
    const unreadable = { text: "", blocks: [{ type: "image" }] };
    expect(await receive(inThread("1515449522.000016", unreadable))).toEqual(
      [],
    );
  });

  it("has the same id when it is redelivered", async () => {
    const again = createSlackEvent({}, { id: "Ev0PV52K99" });
    expect(await receive(again)).toEqual(await receive(createSlackEvent()));
  });

  it.each([
    ["the bot's own message", { user: "UBOT" }],
    ["another bot's", { bot_id: "B2" }],
    ["a message without author", { user: undefined }],
    ["nothing", { text: " " }],
  ])("is ignored if it is %s", async (_, event) => {
    expect(await receive(createSlackEvent(event))).toEqual([]);
  });

  it("is accepted even if it is not as documented", async () => {
    for (const body of [
      "",
      "[]",
      '{"type":"event_callback"}',
      JSON.stringify(createSlackEvent({ ts: 7 })),
      JSON.stringify(createSlackEvent({ channel: "../x" })),
    ])
      expect(await receive(body)).toEqual([]);
  });

  it.each([
    [
      "Ask <@U012|ada> in <#C1|general> &amp; see <https://a.example/x|the page> or <https://b.example> &lt;now&gt; <!here>",
      "Ask @ada in #general & see the page (https://a.example/x) or https://b.example <now> @here",
    ],
    [
      "<@U012> of <!subteam^S1> at <https://c.example|c.example>",
      "@U012 of @S1 at https://c.example",
    ],
    ["<@UBOT|parley>: and now?", "and now?"],
    ["<@UBOT>", "@UBOT"],
  ])("is shown with its references resolved: %j", async (text, shown) => {
    expect(await receive(createSlackEvent({ text }))).toMatchObject([
      { text: shown },
    ]);
  });

  it("lists its files and shares, up to ten of each", async () => {
    const files = [
      { id: "F1", mimetype: "image/png", size: 7, name: "a.png" },
      { id: "F2", mimetype: "audio/mp4" },
      { id: "F3", mimetype: "text/plain", name: "notes.txt" },
    ];
    expect(
      await receive(
        createSlackEvent({ subtype: "file_share", text: "", files }),
      ),
    ).toMatchObject([
      {
        attachments: [
          {
            kind: "photo",
            file: "F1",
            mediaType: "image/png",
            size: 7,
            name: "a.png",
          },
          { kind: "voice", file: "F2" },
          { kind: "document", file: "F3" },
        ],
      },
    ]);
    const many = (item: unknown) => Array.from({ length: 11 }, () => item);
    const [message] = await receive(
      createSlackEvent({
        files: many(files[0]),
        attachments: many({ is_share: true, text: "Look" }),
      }),
    );
    expect(message?.attachments).toHaveLength(10);
    expect(message?.forwarded).toHaveLength(10);
  });

  it.each([
    ["blocks", "elements", { isUnread: true }],
    [
      "attachments",
      "attachments",
      { forwarded: [{ text: "", attachments: [{ kind: "other" }] }] },
    ],
  ])("is read however deep its %s are", async (field, inner, read) => {
    const levels = 9_000;
    const deep = `${`[{"${inner}":`.repeat(levels)}[]${"}]".repeat(levels)}`;
    const event = JSON.stringify(createSlackEvent({ text: "", [field]: 0 }));
    const body = event.replace(`"${field}":0`, `"${field}":${deep}`);
    expect(await receive(body)).toMatchObject([read]);
  });

  it("may be an edit, unless it only adds a preview, is a command or cannot be read", async () => {
    const [before] = await receive(createSlackEvent());
    const edit = (message: object) =>
      createSlackEvent({
        subtype: "message_changed",
        ts: "1355517600.000001",
        user: undefined,
        text: undefined,
        message: {
          user: "U2147483697",
          ts: "1355517523.000005",
          text: "What is 2 + 3?",
          ...message,
        },
        previous_message: { text: "What is 2 + 2?" },
      });
    const edited = { user: "U2147483697", ts: "1355517590.000000" };
    expect(await receive(edit({ edited }))).toMatchObject([
      {
        id: "1355517523.000005/1355517590.000000",
        isEdit: true,
        text: "What is 2 + 3?",
        replyTo: before?.replyTo,
      },
    ]);
    expect(await receive(edit({}))).toEqual([]);
    for (const message of [
      { text: "What is 2 + 2?" },
      { text: "/new" },
      { text: "", blocks: [{ type: "image" }] },
      { text: 7 },
    ])
      expect(await receive(edit({ edited, ...message }))).toEqual([]);
  });

  it.each([
    ["!memory forget 7", { name: "memory", argument: "forget 7" }],
    ["/new", { name: "new", argument: "" }],
    ["/weather Rome", { name: "weather", argument: "Rome" }],
    [" /Memory\nforget 7 ", { name: "memory", argument: "forget 7" }],
    ["!important: call Ada", undefined],
    ["Hello", undefined],
  ])("reads %j as the command %j", async (text, command) => {
    const [message] = await receive(createSlackEvent({ text }));
    expect(message?.command).toEqual(command);
  });
});

describe("a slash command", () => {
  const ask = (fields: Readonly<Record<string, string>>) =>
    receive(createSlashCommand(fields), "/slack/commands");

  it("asks in a separate conversation, with the response URL", async () => {
    expect(await ask({ text: "what is 2 + 2?" })).toMatchObject([
      {
        id: "13345224609.738474920.8088930838d88f008e0",
        conversation: "slack:C2147483705:U2147483697",
        author: { id: "U2147483697", username: "steve" },
        text: "what is 2 + 2?",
        replyTo: {
          chat: "C2147483705",
          user: "U2147483697",
          response: "https://hooks.slack.com/commands/1234/5678",
          responseUntil: NOW + 29 * 60_000,
          slash: "/parley",
        },
      },
    ]);
  });

  it.each([
    ["New", { name: "new", argument: "" }],
    ["memory forget 7", { name: "memory", argument: "forget 7" }],
    ["", { name: "help", argument: "" }],
    ["what is new?", undefined],
  ])("%j is the command %j", async (text, command) => {
    const [message] = await ask({ text });
    expect(message?.command).toEqual(command);
  });

  it("may have a name in any script", async () => {
    const [message] = await ask({ command: "/问", text: "天气" });
    expect(message).toMatchObject({ text: "天气", replyTo: { slash: "/问" } });
  });

  it.each([
    [
      "an address that is not Slack's",
      { response_url: "https://slack.com.evil.example/x" },
    ],
    [
      "an address of another scheme",
      { response_url: "http://hooks.slack.com/x" },
    ],
    [
      "the API's host without encryption",
      { response_url: "http://slack.com/x" },
    ],
    ["no person", { user_id: "" }],
  ])("is ignored if it has %s", async (_, fields) => {
    expect(await ask(fields)).toEqual([]);
  });
});

describe("a pressed button", () => {
  const press = (payload: object = {}) =>
    receive(createSlackPress(payload), "/slack/interactions");

  it("is the command of the person who pressed it, below its message", async () => {
    expect(await press()).toMatchObject([
      {
        conversation: "slack:D024BE91L",
        command: { name: "memory", argument: "forget" },
        pressedBelow: "1548261231.000200",
        author: { id: "U2147483697" },
      },
    ]);
    const container = { message_ts: "1.2", thread_ts: "1.1" };
    expect(await press({ channel: { id: "C1" }, container })).toMatchObject([
      {
        conversation: "slack:C1:1.1",
        isGroup: true,
        replyTo: { chat: "C1", thread: "1.1", team: "T061EG9R6" },
      },
    ]);
  });

  it("belongs to the slash command's conversation if its message is ephemeral", async () => {
    const container = { message_ts: "1.2", is_ephemeral: true };
    const [message] = await press({ channel: { id: "C1" }, container });
    expect(message).toMatchObject({ conversation: "slack:C1:U2147483697" });
    expect(message).not.toHaveProperty("pressedBelow");
    expect(message).not.toHaveProperty("isGroup");
    expect(message?.replyTo).toEqual({
      chat: "C1",
      user: "U2147483697",
      response: "https://hooks.slack.com/actions/AABA1ABCD/1232321423432/x",
      responseUntil: NOW + 29 * 60_000,
      team: "T061EG9R6",
    });
  });

  it("is answered with commands in the slash command's form", async () => {
    const container = { message_ts: "1.2", is_ephemeral: true };
    for (const [action_id, slash] of [
      ["0-1/parley", "/parley"],
      ["0-1/助手", "/助手"],
      ["another/app", undefined],
    ]) {
      const actions = [{ value: "memory", action_id }];
      const [message] = await press({ container, actions });
      expect(message?.replyTo["slash"]).toBe(slash);
    }
  });

  it("is ignored if it is not as documented", async () => {
    expect(await press({ type: "view_submission" })).toEqual([]);
    expect(await press({ actions: [] })).toEqual([]);
    expect(await press({ actions: [{ value: "order-123" }] })).toEqual([]);
    const response_url = "https://slack.com.evil.example/x";
    expect(await press({ response_url })).toEqual([]);
  });
});

describe("the commands that are found in texts", () => {
  it("match the bot's commands", () => {
    expect(COMMAND_NAMES.toSorted()).toEqual(
      COMMANDS.map(({ name }) => name).toSorted(),
    );
  });
});
