import { COMMANDS } from "./command-list.ts";

/** What Parley says to commands. All of it is Markdown, but for the labels of buttons. */
export interface CommandTexts {
  start(options: { isDemo: boolean; tools: readonly string[] }): string;
  help(options: { isDemo: boolean }): string;
  /** Said behind the help in a group. */
  groupHelp: string;
  unknownCommand(options: { name: string }): string;
  forgotten(options: { messages: number }): string;
  nothingToStop: string;
  nothingToRetry: string;

  /** `seen`: how many of the messages are in the window. `summary`: of the others, in Markdown; left out where there is none. */
  memory(options: {
    messages: number;
    seen: number;
    /** The day of the first message. */
    since: string;
    summary?: string;
  }): string;
  nothingRemembered: string;
  /** Asked above the buttons `confirm` and `keep`. */
  reallyForget: string;
  buttons: Readonly<
    Record<"export" | "forget" | "confirm" | "keep" | "older", string>
  >;
  /** Stands below the file. */
  exported(options: { messages: number; hasOlder: boolean }): string;

  noAnswerYet: string;
  noSteps: string;
  /** Heads the steps of which so many are shown. */
  steps(options: { count: number; shown: number }): string;
  /** In the place of what a tool has found. */
  noObservation: string;

  /** Names are Markdown. `chat`: the id of the chat that it is asked in. */
  whoami(options: {
    name: string;
    id: string;
    chat: string;
    isGroup: boolean;
    language: string | undefined;
    isAllowed: boolean;
  }): string;
}

const DEMO_NOTE =
  "I am running on a *demo model*: it only does arithmetic, looks things up and remembers names. My owner can bring a real model by setting `OPENAI_API_KEY`.";

const english: CommandTexts = {
  start: ({ isDemo, tools }) =>
    `Hello, I am Parley. Ask me anything: I remember our conversation${toolsClause(tools)}.${isDemo ? `\n\n${DEMO_NOTE}` : ""}\n\n/help shows what I understand.`,
  help: ({ isDemo }) =>
    `Write a message and I answer it; I remember what was said before.\n\n${listCommands("english", { answers: "Answers", memory: "Memory", about: "You and me" })}${isDemo ? `\n\n${DEMO_NOTE}` : ""}`,
  groupHelp:
    "In this group I answer those who mention me, reply to a message of mine, or send me a command (with my name behind it, if other bots are here). I am in what Telegram calls privacy mode unless my owner has switched it off with @BotFather: then Telegram shows me only such messages. All who talk with me here share one memory; each topic has its own.",
  unknownCommand: ({ name }) =>
    `I do not know the command /${name}. /help shows those that I know.`,
  forgotten: ({ messages }) =>
    messages === 0
      ? "There was nothing to forget. What can I do for you?"
      : "I have forgotten our conversation. What can I do for you?",
  nothingToStop: "I am not answering anything right now.",
  nothingToRetry: "There is no message here that I failed to answer.",

  memory: ({ messages, seen, since, summary }) => {
    const all = `I keep ${countOf(messages, "message")} of our conversation, since ${since}.`;
    if (seen >= messages) return `${all} I see all of them when I answer.`;
    return `${all} When I answer I see ${seen === 0 ? "none of them" : `the last ${seen}`}${summary === undefined ? "." : `, and this summary of those before:\n\n${summary}`}`;
  },
  nothingRemembered: "I remember nothing of our conversation.",
  reallyForget:
    "**Shall I really forget all of it? It cannot be brought back.**",
  buttons: {
    export: "Export",
    forget: "Forget",
    confirm: "Yes, forget it",
    keep: "No, keep it",
    older: "Older messages",
  },
  exported: ({ messages, hasOlder }) =>
    hasOlder
      ? `${countOf(messages, "message")} of our conversation. The file has no room for the ones before; the button brings them.`
      : `${countOf(messages, "message")} of our conversation.`,

  noAnswerYet: "There is no answer here whose steps I could show.",
  noSteps:
    "My last answer took no steps: I wrote it from what I know and what was said here, without any tool.",
  steps: ({ count, shown }) =>
    `My last answer took ${countOf(count, "step")}${shown < count ? `; the first ${shown} were` : ""}:`,
  noObservation: "(not finished)",

  whoami: ({ name, id, chat, isGroup, language, isAllowed }) =>
    [
      `${name === "" ? "I do not know your name." : `You are ${name}.`} ${isAllowed ? "You may use me." : "You may not use me; if you should, give my owner one of these ids."}`,
      "",
      `- your id: \`${id}\``,
      `- the id of this ${isGroup ? "group" : "chat"}: \`${chat}\``,
      `- the language of your app: ${language ?? "not known"}`,
    ].join("\n"),
};

const DEMO_NOTE_CHINESE =
  "我现在用的是*演示模型*：只会算术、查资料和记住名字。我的部署者设置 `OPENAI_API_KEY` 之后，就会换成真正的模型。";

const chinese: CommandTexts = {
  start: ({ isDemo, tools }) =>
    `你好，我是 Parley。有什么都可以问我：我会记住我们的对话${toolsClauseChinese(tools)}。${isDemo ? `\n\n${DEMO_NOTE_CHINESE}` : ""}\n\n/help 查看我能听懂的命令。`,
  help: ({ isDemo }) =>
    `直接发消息，我就会回答；之前说过的话我都记得。\n\n${listCommands("chinese", { answers: "回答", memory: "记忆", about: "你和我" })}${isDemo ? `\n\n${DEMO_NOTE_CHINESE}` : ""}`,
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
};

export const commandTexts = { english, chinese };

/** All commands, a line each, under their headings. */
function listCommands(
  language: "english" | "chinese",
  headings: Readonly<Record<(typeof COMMANDS)[number]["group"], string>>,
): string {
  const groups = Map.groupBy(COMMANDS, ({ group }) => group);
  return Array.from(groups, ([group, commands]) =>
    [
      `**${headings[group]}**`,
      ...commands.map((command) => `/${command.name} ${command[language]}`),
    ].join("\n"),
  ).join("\n\n");
}

function countOf(count: number, thing: string): string {
  return `${count.toLocaleString("en")} ${thing}${count === 1 ? "" : "s"}`;
}

function toolsClause(tools: readonly string[]): string {
  const abilities = [
    ...(tools.includes("search") ? ["look things up"] : []),
    ...(tools.includes("calculator") ? ["calculate"] : []),
  ];
  return abilities.length === 0 ? "" : `, and I can ${abilities.join(" and ")}`;
}

function toolsClauseChinese(tools: readonly string[]): string {
  const abilities = [
    ...(tools.includes("search") ? ["查资料"] : []),
    ...(tools.includes("calculator") ? ["做计算"] : []),
  ];
  return abilities.length === 0 ? "" : `，还会${abilities.join("、")}`;
}
