import { describe, expect, it } from "vitest";
import { cdata } from "../../../src/channels/wechat/flat-xml.ts";
import { parseWechat } from "../../../src/channels/wechat/parse-wechat.ts";
import { parseWecom } from "../../../src/channels/wechat/parse-wecom.ts";

const wechat = (fields: Readonly<Record<string, string>>) => {
  const given = {
    ToUserName: "gh_1",
    FromUserName: "o6_bmjrPTlm6_2sgVt7hMZOPfL2M",
    CreateTime: "1790000000",
    MsgId: "1234567890123456",
    ...fields,
  };
  const elements = Object.entries(given).map(([name, text]) =>
    cdata(name, text),
  );
  return parseWechat(`<xml>${elements.join("")}</xml>`);
};

describe("a message of WeChat", () => {
  it.each<[string, Record<string, string>, object]>([
    [
      "a shared article",
      {
        MsgType: "link",
        Title: "T",
        Description: "D",
        Url: "https://t.example",
      },
      { text: "", forwarded: [{ text: "T\nD\nhttps://t.example" }] },
    ],
    [
      "a shared mini program",
      { MsgType: "miniprogrampage", Title: "T", AppId: "wx1", PagePath: "p" },
      { text: "", forwarded: [{ text: "T" }] },
    ],
    [
      "WeChat's own text for what it does not hand out",
      { MsgType: "text", Content: "【收到不支持的消息类型，暂无法显示】" },
      { text: "", isUnread: true },
    ],
    [
      "the same within a person's text",
      {
        MsgType: "text",
        Content: "为什么显示【收到不支持的消息类型，暂无法显示】？",
      },
      { text: "为什么显示【收到不支持的消息类型，暂无法显示】？" },
    ],
    [
      "an empty text",
      { MsgType: "text", Content: "" },
      { text: "", isUnread: true },
    ],
  ])("is read: %s", (_, fields, message) => {
    expect(wechat(fields)).toMatchObject({ kind: "message", message });
  });

  it("is malformed if its id is none", () => {
    const MsgId = "not an id";
    expect(wechat({ MsgType: "text", Content: "Hi", MsgId })).toEqual({
      kind: "malformed",
    });
  });
});

const URL = "https://files.example.com/1?sign=x";

describe("a message of WeCom", () => {
  it.each<[string, object, object]>([
    [
      "a quoted picture",
      { quote: { msgtype: "image", image: { url: URL } } },
      { quoted: { text: "", attachments: [{ kind: "photo", file: URL }] } },
    ],
    [
      "a quoted text with pictures",
      {
        quote: {
          msgtype: "mixed",
          mixed: {
            msg_item: [
              { msgtype: "text", text: { content: "See" } },
              { msgtype: "image", image: { url: URL } },
            ],
          },
        },
      },
      { quoted: { text: "See", attachments: [{ kind: "photo" }] } },
    ],
    [
      "a quote of an unknown type",
      { quote: { msgtype: "chatrecord" } },
      { quoted: { text: "", attachments: [{ kind: "other" }] } },
    ],
    [
      "a mention that only quotes",
      {
        chattype: "group",
        chatid: "wrkSFfCgAA",
        text: { content: "@RobotA" },
        quote: { msgtype: "text", text: { content: "It broke." } },
      },
      { text: "", isGroup: true, quoted: { text: "It broke." } },
    ],
    [
      "a video",
      { msgtype: "video", text: undefined, video: { url: URL } },
      { text: "", attachments: [{ kind: "other" }] },
    ],
    [
      "an unknown type",
      { msgtype: "chatrecord", text: undefined },
      { text: "", attachments: [], isUnread: true },
    ],
  ])("is read: %s", (_, more, message) => {
    const callback = {
      msgid: "CAIQ16HMjQYY",
      aibotid: "AIBOTID",
      chattype: "single",
      from: { userid: "ZhangSan" },
      msgtype: "text",
      text: { content: "What is it?" },
      ...more,
    };
    expect(parseWecom(callback)).toMatchObject({ kind: "message", message });
  });
});
