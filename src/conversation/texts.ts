import {
  CHINESE_ATTACHMENT_TEXTS,
  ENGLISH_ATTACHMENT_TEXTS,
} from "./attachment-texts.ts";
import { budgetTexts, type BudgetTexts } from "./budget-texts.ts";
import { commandTexts, type CommandTexts } from "./commands/command-texts.ts";
import type { IncomingMessage } from "../message.ts";
import type { AttachmentProblem } from "./read-attachment.ts";

/** What Parley itself says to people; the agent's answers are the model's. */
export interface Texts extends CommandTexts, BudgetTexts {
  unreadable(problem: AttachmentProblem): string;
  /** The message itself. */
  unreadMessage: Readonly<
    Record<NonNullable<IncomingMessage["unread"]>, string>
  >;
  /** `id`: the person's, or the group's. */
  notAllowed(options: { id: string; isGroup: boolean }): string;
  modelUnreachable: string;
  modelRefused: string;
  gaveUp: string;
  failed: string;
  /** Said behind what there is of an answer. */
  stopped: string;
  /** There is nothing of it. */
  stoppedEarly: string;
  /** Said after an answer whose rest was not read. */
  answerCut: string;
  tooManyWaiting(options: { limit: number }): string;
  /** What a tool is doing, in a line of plain text. `input`: what it was given, or empty. */
  working(options: { tool: string; input: string }): string;
  /** Heads the list of sources behind an answer. */
  sources: string;
  /** Said once, behind an answer: the conversation's oldest messages are not seen whole any more. */
  historyCut(options: {
    isSummarised: boolean;
    knowsCommands: boolean;
  }): string;
}

/** By tool; what those of remote servers do is not known. */
const ENGLISH_LABELS: Readonly<Record<string, string>> = {
  search: "Searching",
  read_page: "Reading",
  calculator: "Calculating",
  library: "Looking in the library",
};

const english: Texts = {
  ...commandTexts.english,
  ...budgetTexts.english,
  unreadable: (problem) => ENGLISH_ATTACHMENT_TEXTS[problem],
  unreadMessage: {
    "too-large":
      "This message is too large for me to read. Please send it in smaller pieces.",
    "unknown-form":
      "I could not read this message. Please send it in another way, for example as plain text.",
  },
  notAllowed: ({ id, isGroup }) =>
    `This bot is private. If it should answer ${isGroup ? "here, give its owner this group's id" : "you, give its owner your id"}: \`${id}\`.`,
  modelUnreachable:
    "I could not reach my language model, and tried several times. Please send your message again in a while.",
  modelRefused:
    "My language model did not accept the request: something in my set-up is wrong. Only my owner can mend that; the log says what it is.",
  gaveUp:
    "I did not come to an answer within the steps and the time that I have. Please ask in smaller pieces, or in other words.",
  failed:
    "Something went wrong on my side, and trying again did not help. I cannot answer this message.",
  stopped: "*(Stopped.)*",
  stoppedEarly: "Stopped, before I had written anything.",
  answerCut:
    "*(The answer became too long and ends here. Ask for the rest, or for a shorter one.)*",
  tooManyWaiting: ({ limit }) =>
    `${limit} messages wait for my answer already, so I have not taken any more. Please send what came after them again once I have caught up.`,
  working: ({ tool, input }) => {
    const label = ENGLISH_LABELS[tool];
    if (label === undefined) return `Using ${tool}…`;
    return input === "" ? `${label}…` : `${label}: ${input}`;
  },
  sources: "Sources",
  historyCut: ({ isSummarised, knowsCommands }) =>
    `*Our conversation has become long: ${isSummarised ? "of its oldest messages I keep a summary" : "I no longer see its oldest messages"}.${knowsCommands ? " /new begins afresh." : ""}*`,
};

const CHINESE_LABELS: Readonly<Record<string, string>> = {
  search: "正在搜索",
  read_page: "正在阅读",
  calculator: "正在计算",
  library: "正在查阅资料库",
};

const chinese: Texts = {
  ...commandTexts.chinese,
  ...budgetTexts.chinese,
  unreadable: (problem) => CHINESE_ATTACHMENT_TEXTS[problem],
  unreadMessage: {
    "too-large": "这条消息太大了，我读不了。请分成几条发给我。",
    "unknown-form": "我没能读懂这条消息。请换一种方式发送，比如直接用文字写。",
  },
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
    const label = CHINESE_LABELS[tool];
    if (label === undefined) return `正在使用 ${tool}…`;
    return input === "" ? `${label}…` : `${label}：${input}`;
  },
  sources: "来源",
  historyCut: ({ isSummarised, knowsCommands }) =>
    `*我们的对话已经很长：最早的消息${isSummarised ? "我只保留了摘要" : "我已经看不到了"}。${knowsCommands ? "发送 /new 可以重新开始。" : ""}*`,
};

/** Chinese for people whose app is in Chinese, or who write in it; else English. */
export function textsFor({
  language,
  text,
}: {
  language?: string | undefined;
  text: string;
}): Texts {
  const isChinese =
    language === undefined
      ? /\p{Script=Han}/u.test(text)
      : /^zh\b/i.test(language);
  return isChinese ? chinese : english;
}
