import {
  explainFailure,
  spaced,
  stateResult,
  typeset,
} from "./chinese-results.ts";
import type { DemoTexts } from "./english.ts";

export const chinese: DemoTexts = {
  why: {
    calculator: "这是算术题，用计算器来算。",
    search: "这是在问某样东西，我来查一下。",
    library: "我们自己的文档里可能有，先在那里查。",
    current_time: "这是在问时间，我来看看时钟。",
    answer: "可以回答了。",
  },
  without: {
    calculator: "这是算术题，但这里没有计算器可用。",
    search: "这需要查资料，但这里没有搜索功能。",
    library: "这里没有文档可查。",
    current_time: "这里没有时钟可看。",
  },
  result: stateResult,
  noResult: (expression, reason) =>
    `算不出“${typeset(expression.replace(" to ", " 换算成 "))}”：${explainFailure(reason)}`,
  found: ({ title, text, url }) =>
    `${text}\n\n来源：${url === undefined ? title : `${title}，${url}`}`.trim(),
  foundNothing: (subject) => `我查了“${subject}”，但什么也没找到。`,
  searchFailed: (subject) =>
    `没能查到“${subject}”：搜索现在用不了，请稍后再试。`,
  time: ({ date, time, zone }) => {
    const day = Intl.DateTimeFormat("zh", {
      dateStyle: "full",
      timeZone: "UTC",
    }).format(Date.parse(date));
    return `现在是${day} ${time}（${nameZone(zone)}）。`;
  },
  noTime: (place) => `没能查到“${place}”的时间。`,
  niceToMeetYou: (name) => `很高兴认识你，${name}！`,
  yourName: (name) => spaced(`你叫${name}`) + "。",
  nameUnknown: "我还不知道你的名字。可以告诉我：“我叫……”。",
  youSaid: (words) => `你刚才说：“${words}”`,
  saidNothing: "这是你说的第一句话。",
  courtesies: [
    { said: /^(?:多谢|谢谢|感谢|谢了)/, reply: () => "不客气！" },
    { said: /^(?:再见|拜拜|晚安|回头见)/, reply: () => "再见！" },
    {
      said: /^(?:你好|您好|嗨|哈[喽啰]|早上好|下午好|晚上好|早安)/,
      reply: (examples) =>
        examples.length === 0
          ? "你好！可以告诉我你的名字。"
          : `你好！可以问我${examples.join("或")}，也可以告诉我你的名字。`,
    },
  ],
  offers: {
    calculator: { what: "算术", example: "“计算 80.16 * 3 的 12.5%”" },
    search: { what: "查资料", example: "“长城是什么？”" },
    current_time: { what: "报时", example: "“东京现在几点？”" },
  },
  about: (offers) => {
    const known = offers.map(({ what, example }) => `${what}（${example}）`);
    const all = new Intl.ListFormat("zh").format([
      ...known,
      "记住名字（“我叫来来”）",
    ]);
    return `我是 Parley 的演示模型，只是个替身，只会${all}。\n\n设置 \`OPENAI_API_KEY\` 就能换成真正的模型：在自己电脑上写进 \`.dev.vars\`，部署之后用 \`npx wrangler secret put OPENAI_API_KEY\`。`;
  },
};

/** `Asia/Tokyo, UTC+09:00` → 日本标准时间. Returns a bare offset unchanged. */
function nameZone(zone: string): string {
  const [place = "", offset] = zone.split(", ");
  if (offset === undefined) return place === "UTC+00:00" ? "协调世界时" : place;
  const parts = Intl.DateTimeFormat("zh", {
    timeZone: place,
    timeZoneName: "longGeneric",
  }).formatToParts(0);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? place;
}
