import { describe, expect, it } from "vitest";
import { createFeishuChannel } from "../../../src/channels/feishu/feishu-channel.ts";
import {
  createFeishuEvent,
  createFeishuRequest,
  FEISHU_ENCRYPT_KEY,
  FEISHU_VERIFICATION_TOKEN,
} from "../../fixtures/feishu-requests.ts";

const channel = createFeishuChannel({
  appId: "cli_1",
  appSecret: "unused",
  apiRoot: "https://feishu.test",
  encryptKey: FEISHU_ENCRYPT_KEY,
  verificationToken: FEISHU_VERIFICATION_TOKEN,
});

async function receive(event: object) {
  const reception = await channel.receive(
    createFeishuRequest(JSON.stringify(event)),
  );
  return reception.kind === "refused"
    ? expect.unreachable(reception.problem.detail)
    : reception.messages;
}

const say = (message: object) => receive(createFeishuEvent({ message }));
const content = (value: object) => ({ content: JSON.stringify(value) });
const MENTION = {
  key: "@_user_1",
  id: { open_id: "ou_bot" },
  name: "Parley",
  mentioned_type: "bot",
};
const TOM = { key: "@_user_2", id: { open_id: "ou_tom" }, name: "Tom" };

describe("an event of Feishu", () => {
  it.each([{ "x-lark-signature": "" }, {}])(
    "is answered with its challenge if it has the token (%j)",
    async (headers) => {
      const receiveChallenge = (token: string) => {
        const body = { type: "url_verification", token, challenge: "ajls384" };
        const text = JSON.stringify(body);
        return channel.receive(createFeishuRequest(text, { headers }));
      };
      expect(await receiveChallenge(FEISHU_VERIFICATION_TOKEN)).toEqual({
        kind: "messages",
        messages: [],
        answer: { type: "application/json", body: '{"challenge":"ajls384"}' },
      });
      expect(await receiveChallenge("another")).not.toHaveProperty(
        "answer.body",
        '{"challenge":"ajls384"}',
      );
    },
  );

  it("is a message with its reply address", async () => {
    expect(await receive(createFeishuEvent())).toEqual([
      {
        id: "om_5ce6d572455d361153b7cb51da133945",
        channel: "feishu",
        conversation: "feishu:oc_5ce6d572455d361153b7xx51da133945",
        author: { id: "ou_84aad35d084aa403a838cf73ee18467" },
        text: "What is rain?",
        attachments: [],
        replyTo: {
          chat: "oc_5ce6d572455d361153b7xx51da133945",
          message: "om_5ce6d572455d361153b7cb51da133945",
        },
      },
    ]);
  });

  it("is for the bot in a group only if it mentions the bot, and has mentions as names", async () => {
    const inGroup = { chat_type: "group", thread_id: "omt_1" };
    const text = (line: string, mentions: object[]) =>
      say({ ...inGroup, mentions, ...content({ text: line }) });
    expect(await text("Hello", [])).toEqual([]);
    const person = { ...TOM, mentioned_type: "user" };
    expect(await text("@_user_2 hi", [person])).toEqual([]);
    expect(await text("@_user_1 ask @_user_2", [MENTION, TOM])).toMatchObject([
      {
        conversation: "feishu:oc_5ce6d572455d361153b7xx51da133945:omt_1",
        isGroup: true,
        text: "ask @Tom",
        replyTo: { group: 1, thread: "omt_1" },
      },
    ]);
    expect(await text("@_user_1 /why", [MENTION])).toMatchObject([
      { command: { name: "why", argument: "" } },
    ]);
  });

  it.each([
    ["an element", [["See ", { tag: "text", text: "this" }]]],
    [
      "an element without a tag",
      [[{ text: "See " }, { tag: "text", text: "this" }]],
    ],
    ["a line", ["See ", null, [{ tag: "text", text: "this" }]]],
  ])("may be rich text in which %s is malformed", async (_, lines) => {
    const post = { title: "Rain", content: lines };
    expect(await say({ message_type: "post", ...content(post) })).toMatchObject(
      [{ text: "Rain\nthis" }],
    );
  });

  it("is read however deep its card is", async () => {
    const levels = 5_000;
    const deep = `${'{"elements":['.repeat(levels)}${"]}".repeat(levels)}`;
    expect(
      await say({ message_type: "interactive", content: deep }),
    ).toMatchObject([{ isUnread: true }]);
  });

  it("is ignored if a bot wrote it or it has another token", async () => {
    const sender = { sender_type: "app" };
    expect(await receive(createFeishuEvent({ sender }))).toEqual([]);
    expect(await receive(createFeishuEvent({ token: "another" }))).toEqual([]);
    const { header, ...event } = createFeishuEvent();
    const other = { ...header, event_type: "im.message.message_read_v1" };
    expect(await receive({ ...event, header: other })).toEqual([]);
  });

  it("may be a pressed button: a command of the person who pressed it", async () => {
    const { header } = createFeishuEvent();
    const press = {
      schema: "2.0",
      header: { ...header, event_type: "card.action.trigger" },
      event: {
        operator: { open_id: "ou_1" },
        token: "c-1",
        action: {
          tag: "button",
          value: { command: "memory forget", group: 1, thread: "omt_1" },
        },
        context: { open_message_id: "om_9", open_chat_id: "oc_9" },
      },
    };
    expect(await receive(press)).toMatchObject([
      {
        id: header.event_id,
        conversation: "feishu:oc_9:omt_1",
        author: { id: "ou_1" },
        command: { name: "memory", argument: "forget" },
        pressedBelow: "om_9",
        isGroup: true,
        replyTo: { chat: "oc_9", message: "om_9", group: 1, thread: "omt_1" },
      },
    ]);
  });
});
