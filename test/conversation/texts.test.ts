import { describe, expect, it } from "vitest";
import { chinese } from "../../src/conversation/texts/chinese.ts";
import { english } from "../../src/conversation/texts/english.ts";
import type { Texts } from "../../src/conversation/texts/texts.ts";
import { USAGE } from "../fixtures/turns.ts";

const MONDAY = Date.UTC(2026, 10, 30);
const NEXT_MONDAY = {
  at: Date.UTC(2026, 11, 7, 8),
  timeZone: "Asia/Shanghai",
  namesZone: true,
  now: MONDAY,
};
const SPENT = { tokens: 1_234, messages: 3, waitMs: 7_200_000 };
const SPENT_BY_STEP = {
  inputTokens: 2_345,
  cachedInputTokens: 1_024,
  outputTokens: 1_500,
  modelCalls: 1,
};
const NO_LIMITS = {
  userDailyTokens: 0,
  globalDailyTokens: 0,
  channelDailyTokens: { web: 0 },
  messagesPerMinute: 0,
};
const NAMELESS = {
  name: "",
  id: "1",
  chat: "2",
  isGroup: true,
  isAllowed: true,
};

it.each<[(texts: Texts) => string, string, string]>([
  [
    ({ forgotten }) => forgotten({ messages: 0 }),
    "There was nothing to forget. What can I do for you?",
    "还没有对话记录。有什么可以帮你？",
  ],
  [
    ({ forgotten }) => forgotten({ messages: 1 }),
    "I have forgotten our conversation. What can I do for you?",
    "我们的对话已清除。有什么可以帮你？",
  ],
  [
    ({ memory }) =>
      memory({
        messages: 1_234,
        seen: 20,
        since: "2026-11-29",
        hasNotes: true,
      }),
    "I keep 1,234 messages of our conversation, since 2026-11-29. When I answer I see the last 20, and these notes on those before:",
    "我保存了我们的 1234 条消息，从 2026-11-29 开始。回答时我能看到最后 20 条，更早的只有这些笔记：",
  ],
  [
    ({ memory }) =>
      memory({ messages: 8, seen: 0, since: "2026-11-29", hasNotes: false }),
    "I keep 8 messages of our conversation, since 2026-11-29. When I answer I see none of them.",
    "我保存了我们的 8 条消息，从 2026-11-29 开始。回答时我已经看不到这些消息。",
  ],
  [
    ({ exported }) => exported({ messages: 1, hasOlder: false }),
    "1 message of our conversation.",
    "我们的对话，1 条消息。",
  ],
  [
    ({ exported }) => exported({ messages: 1_234, hasOlder: true }),
    "1,234 messages of our conversation. Older ones did not fit into the file; use the button to get them.",
    "我们的对话，1234 条消息。更早的消息放不下了，点按钮获取。",
  ],
  [
    ({ steps }) => steps({ count: 20, shown: 9 }),
    "My last answer took 20 steps; the first 9 were:",
    "上一个回答用了 20 步，前 9 步是：",
  ],
  [
    ({ whoami }) => whoami({ ...NAMELESS, language: undefined }),
    "I do not know your name. You may use me.\n\n- your id: `1`\n- the id of this group: `2`\n- your app's language: unknown",
    "我不知道你叫什么。你可以使用我。\n\n- 你的编号：`1`\n- 本群的编号：`2`\n- 应用语言：未知",
  ],
  [
    ({ budgetSpent }) =>
      budgetSpent({ kind: "busy", scope: "person", waitMs: 1 }),
    "I am answering as many messages as today's budget allows at the same time. Please ask me again in a few minutes.",
    "正在回答的消息太多，今天的额度暂时不够。请过几分钟再问我。",
  ],
  [
    ({ usage }) =>
      usage({ ...SPENT, limits: { ...NO_LIMITS, globalDailyTokens: 9 } }),
    "Your usage today:\n\n- tokens: 1,234 (your messages, my answers, and what I read for them)\n\nResets in 2 hours.",
    "你今天的用量：\n\n- token：1,234（包括你的消息、我的回答，以及我为回答读取的内容）\n\n2小时后重置。",
  ],
  [
    ({ usage }) =>
      usage({ ...SPENT, limits: { ...NO_LIMITS, messagesPerMinute: 20 } }),
    "Your usage today:\n\n- messages: 3 (limit: 20 per minute)\n\nResets in 2 hours.",
    "你今天的用量：\n\n- 消息：3（每分钟最多 20 条）\n\n2小时后重置。",
  ],
  [
    ({ notAllowed }) => notAllowed({ id: "42", isGroup: false }),
    "This bot is private. To get access, send its owner your id: `42`.",
    "这个机器人不对外开放。如需使用，请把你的编号发给管理员：`42`。",
  ],
  [
    ({ notAllowed }) => notAllowed({ id: "42", isGroup: true }),
    "This bot is private. To get access, send its owner this group's id: `42`.",
    "这个机器人不对外开放。如需使用，请把本群的编号发给管理员：`42`。",
  ],
  [
    ({ waiting }) => waiting({ cause: "file", until: "12:34" }),
    "I cannot fetch the file. I keep trying until 12:34.",
    "文件取不到，我会一直试到 12:34。",
  ],
  [
    ({ modelFailed }) => modelFailed({ kind: "filtered", said: "" }),
    "**The model's provider refused this because of its content.** Put it in other words, or use a provider with another filter.",
    "**模型服务商因为内容拒绝了这条消息。**请换个说法，或换一家服务商。",
  ],
  [
    ({ modelFailed }) => modelFailed({ kind: "filtered", said: "No" }),
    "**The model's provider refused this because of its content.** Put it in other words, or use a provider with another filter.\n\nIt said: `No`",
    "**模型服务商因为内容拒绝了这条消息。**请换个说法，或换一家服务商。\n\n服务商的回复：`No`",
  ],
  [
    ({ noAnswer }) => noAnswer("model-empty"),
    "My language model sent an empty answer several times. Please ask again, in other words.",
    "语言模型几次都只返回了空白的回答。请换个说法再问一次。",
  ],
  [
    ({ answerCut }) => answerCut("filtered"),
    "*(The provider of my language model stopped the answer here because of its content.)*",
    "*（语言模型的服务商因为内容在这里中断了回答。）*",
  ],
  [
    ({ working }) => working({ tool: "search", input: "" }),
    "Searching…",
    "正在搜索…",
  ],
  [
    ({ working }) => working({ tool: "shop", input: "tea" }),
    "Using shop…",
    "正在使用 shop…",
  ],
  [
    ({ historyCut }) => historyCut({ isSummarised: false, mark: undefined }),
    "*Our conversation has become long: I no longer see its oldest messages.*",
    "*我们的对话已经很长：最早的消息我已经看不到了。*",
  ],
  [({ link }) => link.chat("web"), "the chat page", "聊天网页"],
  [({ link }) => link.chat("wechat", "Ada"), "WeChat (Ada)", "微信（Ada）"],
  [({ link }) => link.chat("telegram"), "Telegram", "Telegram"],
  [({ link }) => link.list(["A", "B", "C"]), "A, B, and C", "A、B和C"],
  [
    ({ link }) => link.offered("/link K", "").replace(/\n.*/s, ""),
    "To link another chat with this one, send me there, within ten minutes:",
    "要把另一个聊天和这里连通，请在十分钟内到那边发给我：",
  ],
  [
    ({ link }) => link.offered("/link K", "Slack").replace(/\n.*/s, ""),
    "This chat is linked with Slack.",
    "这个聊天已与Slack连通。",
  ],
  [
    ({ reminders }) => reminders.reach({ kind: "window", hours: 24 }),
    "This app lets me write to you only within 24 hours after your last message: later, the reminder does not arrive. Write to me once before it is due.",
    "这个应用只允许我在你上一条消息之后的 24 小时内给你发消息，更晚的提醒送不到。请在到点之前先给我发一条消息。",
  ],
  [
    ({ reminders }) => reminders.reach({ kind: "plan" }),
    "It counts against the number of messages that my owner may send in a month; once that is used up, it does not arrive.",
    "它会占用管理员每月可发送的消息数，用完之后就送不到了。",
  ],
  [
    ({ reminders }) => reminders.reach({ kind: "fetched" }),
    "You will see it here when you come back.",
    "你下次回到这里时会看到它。",
  ],
  [
    ({ person }) => person.promise({ waits: true, mark: "!" }),
    "I have asked the team for a person. Somebody answers here as soon as they can. Until then I leave what you write to them. To talk to me again, send !bot.",
    "我已经请团队派人过来，有人空下来就会在这里回复你。在那之前，你写的内容都留给他们。想再和我对话，请发送 !bot。",
  ],
  [
    ({ person }) =>
      person.promise({ waits: false, mark: "!", opening: NEXT_MONDAY }),
    "I have asked the team for a person. The team is here again on Monday, 2026-12-07, 16:00 (Asia/Shanghai), and answers here then. You can leave a phone number or an e-mail address in this conversation, so that they can reach you. Until then I go on answering.",
    "我已经请团队派人过来。团队在2026-12-07 星期一 16:00（Asia/Shanghai）回来，到时会在这里回复你。你可以在这个对话里留下电话或邮箱，方便他们联系你。在那之前，仍由我来回答。",
  ],
  [
    ({ person }) => person.nobodyCame("!"),
    "I am sorry: nobody of the team could come so far. They can still read what you have written. I am answering again. To ask for a person once more, send !human.",
    "抱歉，到现在还没有团队成员能过来。他们仍然能看到你写的内容。现在由我来回答。想再请人过来，请发送 !human。",
  ],
  [
    ({ privacy }) => privacy({ retentionDays: 1, operatorsSee: "none" }, "!"),
    [
      "- I store what you write and what I answer for one day. !memory shows it; !new deletes it.",
      "- A language model's provider gets it, to write the answers. What I look up goes to the service that I ask.",
      "- The people who run me have no view of our conversations, though the storage is theirs.",
    ].join("\n"),
    [
      "- 你写的内容和我的回答会保存 1 天。!memory 查看，!new 删除。",
      "- 为了写出回答，这些内容会交给语言模型的提供商；我查询的内容会交给被查询的服务。",
      "- 运营我的人没有查看对话的界面，但数据存放在他们那里。",
    ].join("\n"),
  ],
  [
    ({ cost }) =>
      cost({ usage: { ...USAGE, modelCalls: 0 }, modelMs: 1_234, toolMs: 5 }),
    "model 1,234 ms · tool 5 ms",
    "模型 1,234 毫秒 · 工具 5 毫秒",
  ],
  [
    ({ cost }) => cost({ usage: SPENT_BY_STEP }),
    "2,345 tokens in (1,024 cached), 1,500 out",
    "输入 2,345 token（缓存 1,024），输出 1,500 token",
  ],
])("says in both languages: %s", (say, inEnglish, inChinese) => {
  expect(say(english)).toBe(inEnglish);
  expect(say(chinese)).toBe(inChinese);
});

describe("a text with commands", () => {
  it.each<[(texts: Texts, mark: string | undefined) => string, string]>([
    [(texts, mark) => texts.personIsHere(mark), "bot"],
    [({ person }, mark) => person.promise({ waits: true, mark }), "bot"],
    [({ person }, mark) => person.nobodyCame(mark), "human"],
    [
      ({ waiting }, mark) =>
        waiting({ cause: "model", until: "12:34", ...(mark && { mark }) }),
      "stop",
    ],
    [({ historyCut }, mark) => historyCut({ isSummarised: true, mark }), "new"],
  ])("names none where there are none: %s", (say, command) => {
    for (const texts of [english, chinese]) {
      expect(say(texts, "!")).toContain(`!${command}`);
      expect(say(texts, undefined)).not.toContain(command);
    }
  });
});

describe("a text in both languages", () => {
  const { a, b } = { a: "Ⓐ", b: "Ⓑ" };

  it.each<(texts: Texts) => string>([
    ({ link }) => link.question(a, b),
    ({ link }) => link.linked(a, b),
    ({ link }) => link.already(a, b),
    ({ link }) => link.none(a) + link.parted(b),
    ({ link }) => link.bothLinked(a) + link.full(b),
    ({ reminders }) => reminders.made(a) + reminders.changed(b),
    ({ reminders }) => reminders.unknown(a) + reminders.usage(b),
    ({ signIn }) => signIn.needed(a) + signIn.signedOut([b]),
    ({ signIn }) => signIn.link(a, b),
    ({ pause }) => pause.decided(a, b),
    ({ approval }) => approval.question(a, b),
    ({ unknownCommand }) => unknownCommand({ name: a, mark: b }),
  ])("says what it is given: %s", (say) => {
    for (const texts of [english, chinese])
      for (const given of [a, b]) expect(say(texts)).toContain(given);
  });

  it.each<[(texts: Texts) => string, readonly string[]]>([
    [
      ({ reminders }) => reminders.cancelled(7) + reminders.cancel(8),
      ["7", "8"],
    ],
    [
      ({ tooManyMessages }) => tooManyMessages({ limit: 7, waitMs: 9_000 }),
      ["7", "9"],
    ],
  ])("says how many: %s", (say, numbers) => {
    for (const texts of [english, chinese])
      for (const given of numbers) expect(say(texts)).toContain(given);
  });
});
