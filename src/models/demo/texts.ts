/** The demo model's texts in one language. */
export type DemoTexts = typeof english;

export const english = {
  thought: "I use what I have.",
  result: (sum: string, value: string) => `${sum} = ${value}.`,
  /** `reason`: the calculator's, in English. */
  noResult: (sum: string, reason: string) =>
    `I could not work out ${sum}: ${reason}`,
  source: (source: string) => `Source: ${source}`,
  foundNothing: (subject: string) =>
    `I looked up “${subject}”, but found nothing.`,
  noSearch: (subject: string) =>
    `I could not look up “${subject}”: the search does not work right now.`,
  hello: (name: string) => `Nice to meet you, ${name}!`,
  name: (name: string) => `You are ${name}.`,
  noName: "I do not know your name yet: tell me “I am …”.",
  /** What each tool offers. */
  offers: {
    calculator: "do sums (“What is 12.5% of 80.16 * 3?”)",
    search: "look things up (“Who was Ada Lovelace?”)",
    library: "look into our documents",
  },
  about: (offers: readonly string[]) =>
    `I am Parley's demo model, which can only ${writeList("en-GB", [...offers, "remember names (“I am Lai Lai”)"])}; for a real model, set \`OPENAI_API_KEY\` in \`.dev.vars\`, or with \`npx wrangler secret put OPENAI_API_KEY\` when deployed.`,
};

export const chinese: DemoTexts = {
  thought: "用现有的东西来回答。",
  result: (sum, value) =>
    `${sum.replace(/(?:换算|等于|相当于|合|是|有)\D*$/, "").trim()} = ${value}。`,
  noResult: (sum) => `“${sum}”我算不出来，请把算式单独写成一行。`,
  source: (source) => `来源：${source}`,
  foundNothing: (subject) => `我查了“${subject}”，但什么也没找到。`,
  noSearch: (subject) => `没能查到“${subject}”：搜索现在用不了。`,
  hello: (name) => `很高兴认识你，${name}！`,
  name: (name) => `你叫${/^\w/.test(name) ? " " : ""}${name}。`,
  noName: "我还不知道你的名字，可以告诉我：“我叫……”。",
  offers: {
    calculator: "做算术（“计算 80.16 * 3 的 12.5%”）",
    search: "查资料（“长城是什么？”）",
    library: "查我们的文档",
  },
  about: (offers) =>
    `我是 Parley 的演示模型，只会${writeList("zh", [...offers, "记住名字（“我叫来来”）"])}；要用真正的模型，请在 \`.dev.vars\` 里设置 \`OPENAI_API_KEY\`，部署之后运行 \`npx wrangler secret put OPENAI_API_KEY\`。`,
};

function writeList(language: string, parts: readonly string[]): string {
  return new Intl.ListFormat(language).format(parts);
}
