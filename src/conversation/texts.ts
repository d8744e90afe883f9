/** What Parley itself says to people; the agent's answers are the model's. */
export interface Texts {
  start(options: { isDemo: boolean; tools: readonly string[] }): string;
  help(options: { isDemo: boolean; tools: readonly string[] }): string;
  forgotten(options: { messages: number }): string;
  unknownCommand(options: { name: string }): string;
  onlyText: string;
  notAllowed(options: { id: string }): string;
  modelUnreachable: string;
  modelRefused: string;
  gaveUp: string;
  failed: string;
  /** Heads the list of sources behind an answer. */
  sources: string;
  /** Said once, behind an answer: the conversation's oldest messages are not seen whole any more. */
  historyCut(options: {
    isSummarised: boolean;
    knowsCommands: boolean;
  }): string;
}

const DEMO_NOTE =
  "I am running on a *demo model*: it only does arithmetic, looks things up and remembers names. My owner can bring a real model by setting `OPENAI_API_KEY`.";

const english: Texts = {
  start: ({ isDemo, tools }) =>
    `Hello, I am Parley. Ask me anything: I remember our conversation${toolsClause(tools)}.${isDemo ? `\n\n${DEMO_NOTE}` : ""}\n\n/help shows what I understand.`,
  help: ({ isDemo }) =>
    `Write a message and I answer it; I remember what was said before.\n\n/new forgets our conversation and begins a new one\n/help shows this text${isDemo ? `\n\n${DEMO_NOTE}` : ""}`,
  forgotten: ({ messages }) =>
    messages === 0
      ? "There was nothing to forget. What can I do for you?"
      : "I have forgotten our conversation. What can I do for you?",
  unknownCommand: ({ name }) =>
    `I do not know the command /${name}. /help shows those that I know.`,
  onlyText:
    "I can only read text so far. Please write what you would like to know.",
  notAllowed: ({ id }) =>
    `This bot is private. If it should answer you, give its owner your id: \`${id}\`.`,
  modelUnreachable:
    "I could not reach my language model, and tried several times. Please send your message again in a while.",
  modelRefused:
    "My language model did not accept the request: something in my set-up is wrong. Only my owner can mend that; the log says what it is.",
  gaveUp:
    "I did not come to an answer within the steps and the time that I have. Please ask in smaller pieces, or in other words.",
  failed:
    "Something went wrong on my side, and trying again did not help. I cannot answer this message.",
  sources: "Sources",
  historyCut: ({ isSummarised, knowsCommands }) =>
    `*Our conversation has become long: ${isSummarised ? "of its oldest messages I keep a summary" : "I no longer see its oldest messages"}.${knowsCommands ? " /new begins afresh." : ""}*`,
};

const DEMO_NOTE_CHINESE =
  "我现在用的是*演示模型*：只会算术、查资料和记住名字。我的部署者设置 `OPENAI_API_KEY` 之后，就会换成真正的模型。";

const chinese: Texts = {
  start: ({ isDemo, tools }) =>
    `你好，我是 Parley。有什么都可以问我：我会记住我们的对话${toolsClauseChinese(tools)}。${isDemo ? `\n\n${DEMO_NOTE_CHINESE}` : ""}\n\n/help 查看我能听懂的命令。`,
  help: ({ isDemo }) =>
    `直接发消息，我就会回答；之前说过的话我都记得。\n\n/new 忘掉我们的对话，重新开始\n/help 显示这段说明${isDemo ? `\n\n${DEMO_NOTE_CHINESE}` : ""}`,
  forgotten: ({ messages }) =>
    messages === 0
      ? "还没有什么可忘的。有什么可以帮你？"
      : "我已经忘掉了我们的对话。有什么可以帮你？",
  unknownCommand: ({ name }) =>
    `我不认识命令 /${name}。发送 /help 查看我认识的命令。`,
  onlyText: "我目前只能读文字。请把你的问题写给我。",
  notAllowed: ({ id }) =>
    `这个机器人不对外开放。如果它应该回答你，请把你的编号告诉它的主人：\`${id}\`。`,
  modelUnreachable:
    "我试了好几次，还是连不上语言模型。请过一会儿再把消息发一次。",
  modelRefused:
    "语言模型没有接受请求：我的设置有问题，只有我的部署者能修好，日志里写着原因。",
  gaveUp:
    "在允许的步数和时间内，我没能得出答案。请把问题拆小一点，或者换个说法再问。",
  failed: "我这边出了问题，重试也没有用。这条消息我无法回答。",
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
