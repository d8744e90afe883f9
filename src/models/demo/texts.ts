import type { Moment } from "../../tools/current-time/current-time-tool.ts";
import type { SearchResult } from "../../tools/search/search-provider.ts";

export type DemoTool = "calculator" | "search" | "library" | "current_time";

/** Chinese for a message with Chinese characters in it, else English. */
export function demoTextsFor(text: string): DemoTexts {
  return /\p{Script=Han}/u.test(text) ? chinese : english;
}

/** What the demo model says in one language. */
export type DemoTexts = typeof english;

const english = {
  why: {
    calculator: "This is arithmetic; the calculator does it.",
    search: "This asks about a thing; I look it up.",
    library: "Our own documents may know; I look there first.",
    current_time: "This asks for the time; I look at the clock.",
    answer: "I can answer now.",
  },
  /** Said where a tool is missing. */
  without: {
    calculator: "That is arithmetic, but I have no calculator to use here.",
    search: "I would have to look that up, but I have no search to use here.",
    library: "I have no documents to look into here.",
    current_time: "I have no clock to look at here.",
  },
  result: (expression: string, value: string) =>
    `${spaced(expression)} = ${value}.`,
  noResult: (expression: string, reason: string | undefined) =>
    `I could not work out ${spaced(expression)}: ${reason ?? "the calculator gave no result."}`,
  found: ({ title, text, url }: SearchResult) =>
    `${text}\n\nSource: ${url === undefined ? title : `${title}, ${url}`}`.trim(),
  foundNothing: (subject: string) =>
    `I looked up “${subject}”, but found nothing.`,
  searchFailed: (subject: string, reason: string) =>
    `I could not look up “${subject}”. ${reason}`,
  time: ({ date, time, zone }: Moment) =>
    `It is ${time} on ${weekday(date, "en")}, ${date} (${zone}).`,
  noTime: (place: string) =>
    `I could not find out what time it is in “${place}”.`,
  niceToMeetYou: (name: string) => `Nice to meet you, ${name}!`,
  yourName: (name: string) => `You are ${name}.`,
  nameUnknown: "I do not know your name yet. Tell me: “I am …”.",
  youSaid: (words: string) => `You said: “${words}”`,
  saidNothing: "That is the first thing that you say.",
  /** What people say out of politeness, and what is said back. */
  courtesies: [
    {
      said: /^(?:many )?(?:thanks|thank you|thx|cheers)\b/i,
      reply: "You are welcome!",
    },
    {
      said: /^(?:good ?bye|bye|see you|good night)\b/i,
      reply: "Goodbye!",
    },
    {
      said: /^(?:hello|hi|hey|good (?:morning|afternoon|evening))\b/i,
      reply:
        "Hello! Ask me something like “What is 12.5% of 80.16 * 3?” or “Who was Ada Lovelace?”, or tell me your name.",
    },
  ],
  about:
    "I am Parley's demo model, a stand-in that only knows arithmetic (“What is 12.5% of 80.16 * 3?”), looking things up (“Who was Ada Lovelace?”) and names (“I am Lai Lai”).\n\nSet `OPENAI_API_KEY` for a real model: in `.dev.vars` on a laptop, or with `npx wrangler secret put OPENAI_API_KEY` when deployed.",
};

const chinese: DemoTexts = {
  why: {
    calculator: "这是算术题，用计算器来算。",
    search: "这是在问一件事物，我来查一下。",
    library: "我们自己的文档里可能有，先在那里查。",
    current_time: "这是在问时间，我来看看钟。",
    answer: "可以回答了。",
  },
  without: {
    calculator: "这是算术题，但这里没有计算器可用。",
    search: "这需要查资料，但这里没有搜索可用。",
    library: "这里没有文档可查。",
    current_time: "这里没有钟可看。",
  },
  result: (expression, value) => `${spaced(expression)} = ${value}。`,
  // The calculator gives its reasons in English.
  noResult: (expression) =>
    `算不出“${spaced(expression)}”。请用数字和符号单独写成一行，例如“80.16 * 3 的 12.5%”或“(1000.5 + 2) / 4”。`,
  found: ({ title, text, url }) =>
    `${text}\n\n来源：${url === undefined ? title : `${title}，${url}`}`.trim(),
  foundNothing: (subject) => `我查了“${subject}”，但什么也没找到。`,
  searchFailed: (subject) =>
    `没能查到“${subject}”：搜索现在用不了，请稍后再试。`,
  time: ({ date, time, zone }) =>
    `现在是 ${date}（${weekday(date, "zh")}）${time}（${zone}）。`,
  noTime: (place) => `没能查到“${place}”的时间。`,
  niceToMeetYou: (name) => `很高兴认识你，${name}！`,
  yourName: (name) => `你是${name}。`,
  nameUnknown: "我还不知道你的名字。可以告诉我：“我叫……”。",
  youSaid: (words) => `你刚才说：“${words}”`,
  saidNothing: "这是你说的第一句话。",
  courtesies: [
    { said: /^(?:多谢|谢谢|感谢|谢了)/, reply: "不客气！" },
    { said: /^(?:再见|拜拜|晚安|回头见)/, reply: "再见！" },
    {
      said: /^(?:你好|您好|嗨|哈[喽啰]|早上好|下午好|晚上好|早安)/,
      reply:
        "你好！可以问我“80.16 乘以 1.15 是多少？”或“长城是什么？”，也可以告诉我你的名字。",
    },
  ],
  about:
    "我是 Parley 的演示模型，只是个替身：只会算术（“计算 3*(4+5)”）、查资料（“长城是什么？”）和记住名字（“我叫来来”）。\n\n设置 `OPENAI_API_KEY` 就能换成真正的模型：在自己电脑上写进 `.dev.vars`，部署之后用 `npx wrangler secret put OPENAI_API_KEY`。",
};

/** In Markdown, `2*3*4` would have an emphasised 3. */
function spaced(expression: string): string {
  return expression.replaceAll(/ ?\* ?/g, " * ");
}

function weekday(date: string, language: "en" | "zh"): string {
  return Intl.DateTimeFormat(language, {
    weekday: "long",
    timeZone: "UTC",
  }).format(Date.parse(date));
}
