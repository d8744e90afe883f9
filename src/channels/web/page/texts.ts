import {
  chineseProblems,
  englishProblems,
  type ProblemTexts,
} from "./problem-texts.ts";

export type Language = "en" | "zh-CN";

/** All that the page itself says. */
export interface Texts {
  readonly skipToComposer: string;
  readonly newConversation: string;
  /** The button that switches, in the language it switches to. */
  readonly otherLanguage: string;
  readonly demoModelLocal: string;
  readonly demoModelDeployed: string;

  readonly conversation: string;
  readonly you: string;
  readonly welcomeTitle: string;
  readonly welcomeText: string;
  readonly examples: readonly [string, string, string];
  readonly toLatest: string;

  readonly composerLabel: string;
  readonly composerHint: string;
  readonly send: string;
  readonly stop: string;
  readonly tooLong: (length: string, limit: string) => string;

  readonly loading: string;
  readonly sending: string;
  readonly waiting: string;
  readonly thinking: string;
  /** The model cannot be reached; whole seconds until it is asked again. */
  readonly retrying: (seconds: number) => string;
  readonly answering: string;
  readonly reconnecting: string;
  readonly lost: string;
  readonly tryAgain: string;
  readonly notSent: string;
  readonly sendAgain: string;
  readonly askAgain: string;
  readonly unreachable: string;
  readonly unexpected: string;
  readonly noAnswer: string;

  /** `undefined` as the number of steps: they are not loaded yet. */
  readonly steps: (count: number | undefined) => string;
  readonly noSteps: string;
  /** As with the steps. */
  readonly sources: (count: number | undefined) => string;
  readonly noSources: string;
  readonly loadingDetails: string;
  readonly searched: (input: string) => string;
  readonly calculated: (input: string) => string;
  readonly used: (tool: string, input: string) => string;
  readonly thought: string;
  readonly tool: string;
  readonly input: string;
  readonly observation: string;

  readonly code: string;
  readonly table: string;
  readonly taskDone: string;
  readonly taskOpen: string;
  readonly image: (description: string) => string;
  readonly copy: string;
  readonly copyCode: string;
  readonly copyAnswer: string;
  readonly copied: string;

  readonly forgetTitle: string;
  readonly forgetText: string;
  readonly forget: string;
  readonly cancel: string;
  readonly forgotten: string;

  readonly passwordTitle: string;
  readonly passwordText: string;
  readonly password: string;
  readonly logIn: string;
  readonly wrongPassword: string;

  readonly proofTitle: string;
  readonly proofText: string;

  readonly problems: ProblemTexts;
}

const english: Texts = {
  skipToComposer: "Skip to the message box",
  newConversation: "New conversation",
  otherLanguage: "中文",
  demoModelLocal:
    "You are talking to the demo model, which only follows a few fixed rules. For a real one, set OPENAI_API_KEY in .dev.vars and restart npm run dev.",
  demoModelDeployed:
    "You are talking to the demo model, which only follows a few fixed rules. For a real one, run: npx wrangler secret put OPENAI_API_KEY",

  conversation: "Conversation",
  you: "You",
  welcomeTitle: "What would you like to know?",
  welcomeText:
    "Parley looks things up, calculates, and remembers what you tell it here. Ask anything, or begin with one of these.",
  examples: [
    "What is 12.5% of 80.16 * 3?",
    "Who was Ada Lovelace?",
    "I am Lai Lai",
  ],
  toLatest: "To the latest message",

  composerLabel: "Your message",
  composerHint: "Write a message…",
  send: "Send",
  stop: "Stop the answer",
  tooLong: (length, limit) =>
    `This message has ${length} characters, and ${limit} fit. Please shorten it.`,

  loading: "Opening your conversation…",
  sending: "Sending…",
  waiting: "Waiting for the answer before this one…",
  thinking: "Thinking…",
  retrying: (seconds) => {
    const wait =
      seconds < 60
        ? countOf(seconds, "second")
        : countOf(Math.round(seconds / 60), "minute");
    return `The model cannot be reached. Trying again in ${wait}…`;
  },
  answering: "Answering…",
  reconnecting: "Connection lost, trying again…",
  lost: "The connection is lost. Parley may have answered meanwhile.",
  tryAgain: "Try again",
  notSent: "This message was not sent.",
  sendAgain: "Send again",
  askAgain: "Ask again",
  unreachable: "The server cannot be reached. Please check your connection.",
  unexpected: "Something went wrong on the server.",
  noAnswer: "There is no answer.",

  steps: (count) => (count === undefined ? "Steps" : countOf(count, "step")),
  noSteps: "Parley answered this without any tool.",
  sources: (count) => (count === undefined ? "Sources" : `Sources (${count})`),
  noSources: "This answer names no pages as its sources.",
  loadingDetails: "Looking them up…",
  searched: (input) => `Searched: ${input}`,
  calculated: (input) => `Calculated: ${input}`,
  used: (tool, input) => `Used ${tool}: ${input}`,
  thought: "Thought",
  tool: "Tool",
  input: "Input",
  observation: "Observation",

  code: "code",
  table: "Table",
  taskDone: "Done",
  taskOpen: "To do",
  image: (description) => `Image: ${description}`,
  copy: "Copy",
  copyCode: "Copy code",
  copyAnswer: "Copy answer",
  copied: "Copied",

  forgetTitle: "Begin a new conversation?",
  forgetText:
    "Parley forgets this one for good: all messages, and all it has learned from them.",
  forget: "Begin anew",
  cancel: "Cancel",
  forgotten: "A new conversation has begun.",

  passwordTitle: "This chat has a password",
  passwordText: "Please enter the password that its owner gave you.",
  password: "Password",
  logIn: "Log in",
  wrongPassword: "That is not the password.",

  proofTitle: "One moment, please",
  proofText: "Before the chat opens, it is checked that you are human.",

  problems: englishProblems,
};

const chinese: Texts = {
  skipToComposer: "跳到输入框",
  newConversation: "新对话",
  otherLanguage: "English",
  demoModelLocal:
    "现在和你聊天的是演示模型，它只会照几条固定的规则回答。要换成真正的模型，请在 .dev.vars 中设置 OPENAI_API_KEY，再重启 npm run dev。",
  demoModelDeployed:
    "现在和你聊天的是演示模型，它只会照几条固定的规则回答。要换成真正的模型，请运行：npx wrangler secret put OPENAI_API_KEY",

  conversation: "对话",
  you: "你",
  welcomeTitle: "想知道点什么？",
  welcomeText:
    "Parley 会查资料、会计算，也会记住你在这里说过的话。随便问，或者从下面的例子开始。",
  examples: ["80.16 * 3 的 12.5% 是多少？", "阿达·洛芙莱斯是谁？", "我是来来"],
  toLatest: "回到最新消息",

  composerLabel: "你的消息",
  composerHint: "写点什么……",
  send: "发送",
  stop: "停止回答",
  tooLong: (length, limit) =>
    `这条消息有 ${length} 个字符，最多 ${limit} 个，请缩短一些。`,

  loading: "正在打开你的对话……",
  sending: "正在发送……",
  waiting: "等前一条回答完，就轮到这条……",
  thinking: "正在思考……",
  retrying: (seconds) => {
    const wait =
      seconds < 60 ? `${seconds} 秒` : `${Math.round(seconds / 60)} 分钟`;
    return `连不上语言模型，${wait}后重试……`;
  },
  answering: "正在回答……",
  reconnecting: "连接断开了，正在重试……",
  lost: "连接断开了。Parley 可能已经答完了。",
  tryAgain: "重试",
  notSent: "这条消息没有发出去。",
  sendAgain: "重新发送",
  askAgain: "再问一次",
  unreachable: "连不上服务器，请检查网络。",
  unexpected: "服务器出了点问题。",
  noAnswer: "没有得到回答。",

  steps: (count) => (count === undefined ? "步骤" : `${count} 个步骤`),
  noSteps: "这个回答没有用到任何工具。",
  sources: (count) => (count === undefined ? "来源" : `来源（${count}）`),
  noSources: "这个回答没有引用任何网页。",
  loadingDetails: "正在查找……",
  searched: (input) => `已搜索：${input}`,
  calculated: (input) => `已计算：${input}`,
  used: (tool, input) => `已使用 ${tool}：${input}`,
  thought: "思考",
  tool: "工具",
  input: "输入",
  observation: "结果",

  code: "代码",
  table: "表格",
  taskDone: "已完成",
  taskOpen: "待办",
  image: (description) => `图片：${description}`,
  copy: "复制",
  copyCode: "复制代码",
  copyAnswer: "复制回答",
  copied: "已复制",

  forgetTitle: "开始新对话？",
  forgetText: "Parley 会彻底忘掉现在的对话：所有消息，以及从中了解到的一切。",
  forget: "重新开始",
  cancel: "取消",
  forgotten: "新对话开始了。",

  passwordTitle: "这个聊天页设有密码",
  passwordText: "请输入主人给你的密码。",
  password: "密码",
  logIn: "进入",
  wrongPassword: "密码不对。",

  proofTitle: "请稍候",
  proofText: "打开聊天之前，需要先确认你不是机器人。",

  problems: chineseProblems,
};

export const textsByLanguage: Readonly<Record<Language, Texts>> = {
  en: english,
  "zh-CN": chinese,
};

function countOf(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
