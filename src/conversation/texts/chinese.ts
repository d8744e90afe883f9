import { escapeMarkdown, withCommas } from "../../text/text.ts";
import { chineseAbilities as abilities } from "./abilities.ts";
import { APPROVAL_TEXTS, PAUSE_TEXTS } from "./approval.ts";
import type { english } from "./english.ts";
import { LINK_TEXTS } from "./link.ts";
import {
  GO_ON,
  MODEL_FAILURES,
  MODEL_NOTICES,
  NO_ANSWERS,
  WAITING_CAUSES,
} from "./model-failures.ts";
import { PERSON_TEXTS } from "./person.ts";
import { describePrivacy } from "./privacy.ts";
import { REMINDER_TEXTS } from "./reminders.ts";
import { SIGN_IN_TEXTS } from "./sign-in.ts";
import { UNREADABLE_ATTACHMENTS } from "./unreadable.ts";
import {
  countsTokens,
  describeCost,
  describeWait,
  listCommands,
  writeStart,
} from "./wording.ts";

const TOOL_LABELS: Readonly<Record<string, string>> = {
  search: "正在搜索",
  read_page: "正在阅读",
  calculator: "正在计算",
  library: "正在查阅资料库",
};

/** Chinese translation of `english`. */
export const chinese: typeof english = {
  // ── Commands
  start: ({ identity: { name, greeting, examples }, isDemo, tools, mark }) =>
    writeStart({
      greeting:
        greeting === undefined
          ? `你好，我是 ${escapeMarkdown(name)}。有什么都可以问我：我会记住我们的对话${abilities.clause(tools)}。`
          : escapeMarkdown(greeting),
      examples: { label: "例如：", examples },
      notes: [
        ...(isDemo ? [abilities.demoNote(tools)] : []),
        `发送 ${mark}help 查看我的命令。`,
      ],
    }),
  help: ({ isDemo, tools, mark }) =>
    `直接发消息给我，我就会回答；我会记住我们的对话。\n\n${listCommands({ mark, headings: HEADINGS, language: "chinese" })}${isDemo ? `\n\n${abilities.demoNote(tools)}` : ""}`,
  groupHelp:
    "在群里，你提到我、回复我的消息，或者向我发送命令（群里有其他机器人时，命令后面要加上我的名字）时，我才会回答。除非管理员允许我读取这里的所有消息（在 Telegram 上：用 @BotFather 关闭隐私模式），否则我只能看到这些消息。大家在这里共用一份记忆；每个话题各有一份。",
  unknownCommand: ({ name, mark }) =>
    `我不认识命令 /${name}。发送 ${mark}help 查看我认识的命令。`,
  forgotten: ({ messages }) =>
    messages === 0
      ? "还没有对话记录。有什么可以帮你？"
      : "我们的对话已清除。有什么可以帮你？",
  nothingToStop: "我现在没有在回答任何问题。",
  nothingToRetry: "这里没有回答失败的消息。",
  noLimits: "这里没有用量限制，请随意使用。",
  usage: ({ tokens, messages, waitMs, limits }) => {
    const { userDailyTokens, messagesPerMinute } = limits;
    const lines = [
      ...(countsTokens(limits)
        ? [
            `- token：${withCommas(tokens)}${userDailyTokens > 0 ? ` / ${withCommas(userDailyTokens)}` : ""}（包括你的消息、我的回答，以及我为回答读取的内容）`,
          ]
        : []),
      ...(messagesPerMinute > 0
        ? [
            `- 消息：${withCommas(messages)}（每分钟最多 ${messagesPerMinute} 条）`,
          ]
        : []),
    ];
    return `你今天的用量：\n\n${lines.join("\n")}\n\n${describeWait(waitMs, "zh")}重置。`;
  },
  privacy: (of, mark) => describePrivacy(of, "zh", mark),
  whoami: ({ name, id, chat, isGroup, language, isAllowed }) =>
    [
      `${name === "" ? "我不知道你叫什么。" : `你是 ${name}。`}${isAllowed ? "你可以使用我。" : "你没有使用权限。如需开通，请把下面任意一个编号发给管理员。"}`,
      "",
      `- 你的编号：\`${id}\``,
      `- ${isGroup ? "本群" : "这个聊天"}的编号：\`${chat}\``,
      `- 应用语言：${language ?? "未知"}`,
    ].join("\n"),
  memory: ({ messages, seen, since, hasNotes }) => {
    const all = `我保存了我们的 ${messages} 条消息，从 ${since} 开始。`;
    if (seen >= messages) return `${all}回答时我能看到全部消息。`;
    return `${all}回答时我${seen === 0 ? "已经看不到这些消息" : `能看到最后 ${seen} 条`}${hasNotes ? "，更早的只有这些笔记：" : "。"}`;
  },
  notes: {
    help: (mark) =>
      `\`${mark}memory 修改 1 …\` 改正一条笔记，\`${mark}memory 忘记 1\` 删除它。我们说过的话仍然留在对话里。`,
    changed: "笔记已经改正。",
    forgotten: "笔记已经删除。",
    outdated: "**什么都没有改**：你还没有看过现在的笔记。请再看一遍：",
    unknown: "**没有这个编号的笔记。**",
    "too-long": "**什么都没有改**：笔记会太长。",
  },
  nothingRemembered: "我没有保存任何对话消息。",
  reallyForget: "**确定要清除全部对话吗？清除后无法恢复。**",
  buttons: {
    export: "导出",
    forget: "清除",
    confirm: "是，清除",
    keep: "不，保留",
    older: "更早的消息",
  },
  noFiles:
    "我无法在这个聊天里发送文件。管理员可以通过 HTTP API 导出我们的对话。",
  exported: ({ messages, hasOlder }) =>
    hasOlder
      ? `我们的对话，${messages} 条消息。更早的消息放不下了，点按钮获取。`
      : `我们的对话，${messages} 条消息。`,
  personIsHere: (mark) =>
    `*团队成员已接手，接下来由真人回复你。${mark === undefined ? "" : `想再和我对话，请发送 ${mark}bot。`}*`,
  botIsBack: "现在由我来回答。有什么可以帮你？",
  botIsHere: "这里一直由我来回答，没有人接手。",
  noAnswerYet: "这里还没有能查看步骤的回答。",
  noSteps:
    "上一个回答没有中间步骤：我没有使用工具，只依据已有的知识和我们的对话。",
  steps: ({ count, shown }) =>
    `上一个回答用了 ${count} 步${shown < count ? `，前 ${shown} 步是` : ""}：`,
  noObservation: "（未完成）",
  cost: (cost) => describeCost(cost, "zh"),
  link: LINK_TEXTS.zh,
  reminders: REMINDER_TEXTS.zh,
  person: PERSON_TEXTS.zh,

  // ── Notices
  unreadable: (problem) => UNREADABLE_ATTACHMENTS.zh[problem],
  unreadMessage: "我无法读取这条消息。请换一种方式发送，比如纯文字。",
  notAllowed: ({ id, isGroup }) =>
    `这个机器人不对外开放。如需使用，请把${isGroup ? "本群的编号" : "你的编号"}发给管理员：\`${id}\`。`,
  budgetSpent: ({ kind, scope, waitMs }) => {
    if (kind === "busy")
      return "正在回答的消息太多，今天的额度暂时不够。请过几分钟再问我。";
    const budget = {
      person: "你今天的额度",
      site: "这个网站今天的额度",
      channel: "这个渠道今天的额度",
      everybody: "今天大家共用的额度",
    }[scope];
    return `${budget}不够回答这条消息了，${describeWait(waitMs, "zh")}重置，到时请再问我。`;
  },
  tooManyMessages: ({ limit, waitMs }) =>
    `发得太快了：每人每分钟最多 ${limit} 条消息。这一条和这一分钟内的后续消息不会得到回答，请在${describeWait(waitMs, "zh")}重新发送。`,
  tooManyWaiting: ({ limit }) =>
    `已有 ${limit} 条消息在等待回答，之后的消息没有接收。请等我答完后重新发送。`,
  waiting: ({ cause, until, mark }) =>
    `${WAITING_CAUSES.zh[cause]}，我会一直试到 ${until}。${mark === undefined ? "" : `发送 ${mark}stop 可以停止。`}`,
  stillWaiting: "还在等模型回应…",
  modelNotice: (kind) => MODEL_NOTICES.zh[kind],
  modelFailed: ({ kind, said }) =>
    [
      MODEL_FAILURES.zh[kind],
      ...(said === "" ? [] : [`服务商的回复：\`${said}\``]),
    ].join("\n\n"),
  noAnswer: (failure) => NO_ANSWERS.zh[failure],
  failed: "我这边出了问题，重试后仍然失败，无法回答这条消息。",

  // ── Around answers
  stopped: "*（已停止。）*",
  stoppedEarly: "已停止，还没有写出任何内容。",
  answerCut: (cut) =>
    cut === "filtered"
      ? "*（语言模型的服务商因为内容在这里中断了回答。）*"
      : "*（回答太长，在这里截断。你可以让我继续，或者写短一些。）*",
  goOn: GO_ON.zh,
  historyCut: ({ isSummarised, mark }) =>
    `*我们的对话已经很长：最早的消息${isSummarised ? "我只保留了摘要" : "我已经看不到了"}。${mark === undefined ? "" : `发送 ${mark}new 可以重新开始。`}*`,
  working: ({ tool, input }) => {
    const label = TOOL_LABELS[tool];
    if (label === undefined) return `正在使用 ${tool}…`;
    return input === "" ? `${label}…` : `${label}：${input}`;
  },
  approval: APPROVAL_TEXTS.zh,
  signIn: SIGN_IN_TEXTS.zh,
  pause: PAUSE_TEXTS.zh,
  linkLeftOut: "[链接已略去]",
  sources: "来源",
};

const HEADINGS = { answers: "回答", memory: "记忆", about: "你和我" };
