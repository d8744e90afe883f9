import type { IncomingMessage } from "../../message.ts";
import { COMMANDS } from "../commands/command-list.ts";
import type { AttachmentProblem } from "../read-attachment.ts";
import type { english } from "./english.ts";
import { countsTokens, describeWait, withCommas } from "./wording.ts";

const DEMO_NOTE =
  "我现在用的是*演示模型*：只会算术、查资料和记住名字。我的部署者设置 `OPENAI_API_KEY` 之后，就会换成真正的模型。";

const UNREADABLE_ATTACHMENTS: Readonly<Record<AttachmentProblem, string>> = {
  unseen: "我看不了图片。请用文字描述你想知道的内容。",
  unheard: "我听不了语音消息。请把你的问题写给我。",
  silent: "我没有听到语音里有话。请再说一遍，或者写给我。",
  "no-text":
    "文档我只能读纯文本（例如 .txt、.md、.csv 或源代码），编码为 UTF-8、UTF-16 或 GB 18030。这个不是；你可以把其中的文字粘贴到消息里。",
  "large-image": "这张图片太大了。请以照片的方式发送，不要作为文件发送。",
  "large-voice": "这条语音太长了。请分成几段发送，每段不超过 15 分钟。",
  "large-document":
    "这个文档太大了：我最多能读 200 KB 的纯文本。请发送其中重要的部分。",
  "too-much": "一次发的内容太多了。请分成几条消息发送。",
  gone: "我没能取到你发的内容：它已经不在了。请重新发送。",
  other:
    "这个我读不了。请把你的问题写给我；不超过 200 KB 的纯文本文档我也能读。",
};

const UNREADABLE_MESSAGES: Readonly<
  Record<NonNullable<IncomingMessage["unread"]>, string>
> = {
  "too-large": "这条消息太大了，我读不了。请分成几条发给我。",
  "unknown-form": "我没能读懂这条消息。请换一种方式发送，比如直接用文字写。",
};

const TOOL_LABELS: Readonly<Record<string, string>> = {
  search: "正在搜索",
  read_page: "正在阅读",
  calculator: "正在计算",
  library: "正在查阅资料库",
};

/** The same in Chinese. */
export const chinese: typeof english = {
  start: ({ isDemo, tools }) =>
    `你好，我是 Parley。有什么都可以问我：我会记住我们的对话${toolsClause(tools)}。${isDemo ? `\n\n${DEMO_NOTE}` : ""}\n\n/help 查看我能听懂的命令。`,
  help: ({ isDemo }) =>
    `直接发消息，我就会回答；之前说过的话我都记得。\n\n${listCommands()}${isDemo ? `\n\n${DEMO_NOTE}` : ""}`,
  groupHelp:
    "在群里，只有提到我、回复我的消息，或者向我发送命令（群里有其他机器人时，命令后面要加上我的名字）时，我才会回答。除非我的主人用 @BotFather 关闭了 Telegram 的隐私模式，否则 Telegram 只让我看到这些消息。在这里和我说话的人共用一份记忆；每个话题各有一份。",
  unknownCommand: ({ name }) =>
    `我不认识命令 /${name}。发送 /help 查看我认识的命令。`,
  forgotten: ({ messages }) =>
    messages === 0
      ? "还没有什么可忘的。有什么可以帮你？"
      : "我已经忘掉了我们的对话。有什么可以帮你？",
  nothingToStop: "我现在没有在回答任何问题。",
  nothingToRetry: "这里没有我没能回答的消息。",

  memory: ({ messages, seen, since, summary }) => {
    const all = `我们的对话我存了 ${messages} 条消息，从 ${since} 开始。`;
    if (seen >= messages) return `${all}回答时我能看到全部。`;
    return `${all}回答时我${seen === 0 ? "已经看不到这些消息" : `能看到最后 ${seen} 条`}${summary === undefined ? "。" : `，更早的只有这份摘要：\n\n${summary}`}`;
  },
  nothingRemembered: "我们的对话我什么都没记着。",
  reallyForget: "**真的要全部忘掉吗？忘掉以后就找不回来了。**",
  buttons: {
    export: "导出",
    forget: "忘掉",
    confirm: "是，忘掉",
    keep: "不，留着",
    older: "更早的消息",
  },
  exported: ({ messages, hasOlder }) =>
    hasOlder
      ? `我们的对话，${messages} 条消息。更早的放不下了，点按钮可以取。`
      : `我们的对话，${messages} 条消息。`,

  noAnswerYet: "这里还没有能查看步骤的回答。",
  noSteps:
    "上一个回答没有经过别的步骤：我没有用工具，是凭我知道的和这里说过的话写的。",
  steps: ({ count, shown }) =>
    `上一个回答用了 ${count} 步${shown < count ? `，前 ${shown} 步是` : ""}：`,
  noObservation: "（没有做完）",

  whoami: ({ name, id, chat, isGroup, language, isAllowed }) =>
    [
      `${name === "" ? "我不知道你叫什么。" : `你是 ${name}。`}${isAllowed ? "你可以用我。" : "你不能用我；如果应该可以，请把下面的一个编号告诉我的主人。"}`,
      "",
      `- 你的编号：\`${id}\``,
      `- ${isGroup ? "本群" : "这个聊天"}的编号：\`${chat}\``,
      `- 你的应用的语言：${language ?? "不知道"}`,
    ].join("\n"),
  budgetSpent: ({ kind, scope, waitMs }) => {
    if (kind === "busy")
      return "同时在回答的消息太多，今天的额度暂时不够。请过几分钟再问我。";
    const budget = {
      person: "你今天的额度",
      channel: "这个渠道今天的额度",
      everybody: "今天大家共用的额度",
    }[scope];
    return `${budget}不够回答这条消息了，${describeWait(waitMs, "zh")}重置，到时请再问我。`;
  },
  tooManyMessages: ({ limit, waitMs }) =>
    `发得太快了：每个人每分钟我最多收 ${limit} 条消息。这一条和这一分钟里后面的消息我都不回答，请在${describeWait(waitMs, "zh")}再发一次。`,
  usage: ({ tokens, messages, waitMs, limits }) => {
    const { userDailyTokens, messagesPerMinute } = limits;
    const lines = [
      ...(countsTokens(limits)
        ? [
            `- token：${withCommas(tokens)}${userDailyTokens > 0 ? ` / ${withCommas(userDailyTokens)}` : ""}（你写的、我写的，还有我为回答而读的内容）`,
          ]
        : []),
      ...(messagesPerMinute > 0
        ? [
            `- 消息：${withCommas(messages)}（每分钟最多 ${messagesPerMinute} 条）`,
          ]
        : []),
    ];
    return `你今天用了：\n\n${lines.join("\n")}\n\n${describeWait(waitMs, "zh")}重置。`;
  },
  noLimits: "这里不计用量，随便用。",
  unreadable: (problem) => UNREADABLE_ATTACHMENTS[problem],
  unreadMessage: (problem) => UNREADABLE_MESSAGES[problem],
  notAllowed: ({ id, isGroup }) =>
    `这个机器人不对外开放。如果它应该${isGroup ? "在这里回答，请把本群的编号" : "回答你，请把你的编号"}告诉它的主人：\`${id}\`。`,
  modelUnreachable:
    "我试了好几次，还是连不上语言模型。请过一会儿再把消息发一次。",
  modelRefused:
    "语言模型没有接受请求：我的设置有问题，只有我的部署者能修好，日志里写着原因。",
  gaveUp:
    "在允许的步数和时间内，我没能得出答案。请把问题拆小一点，或者换个说法再问。",
  failed: "我这边出了问题，重试也没有用。这条消息我无法回答。",
  stopped: "*（已停止。）*",
  stoppedEarly: "已停止，我还没来得及写什么。",
  answerCut: "*（回答太长，到这里为止。你可以让我接着写，或者写短一点。）*",
  tooManyWaiting: ({ limit }) =>
    `已经有 ${limit} 条消息在等我回答，之后的消息我没有收下。等我答完，请把它们再发一次。`,
  working: ({ tool, input }) => {
    const label = TOOL_LABELS[tool];
    if (label === undefined) return `正在使用 ${tool}…`;
    return input === "" ? `${label}…` : `${label}：${input}`;
  },
  sources: "来源",
  historyCut: ({ isSummarised, knowsCommands }) =>
    `*我们的对话已经很长：最早的消息${isSummarised ? "我只保留了摘要" : "我已经看不到了"}。${knowsCommands ? "发送 /new 可以重新开始。" : ""}*`,
};

function listCommands(): string {
  const headings = { answers: "回答", memory: "记忆", about: "你和我" };
  const groups = Map.groupBy(COMMANDS, ({ group }) => group);
  return Array.from(groups, ([group, commands]) =>
    [
      `**${headings[group]}**`,
      ...commands.map((command) => `/${command.name} ${command.chinese}`),
    ].join("\n"),
  ).join("\n\n");
}

function toolsClause(tools: readonly string[]): string {
  const abilities = [
    ...(tools.includes("search") ? ["查资料"] : []),
    ...(tools.includes("calculator") ? ["做计算"] : []),
  ];
  return abilities.length === 0 ? "" : `，还会${abilities.join("、")}`;
}
