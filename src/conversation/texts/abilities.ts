/**
 * Describes the bot's abilities: only tools that it has, and that have a
 * description here.
 */
interface Abilities {
  /** Continues “I remember our conversation”. */
  clause(tools: readonly string[]): string;
  demoNote(tools: readonly string[]): string;
}

/** After “I can”, and after “it”. */
const ENGLISH = {
  search: ["look things up", "looks things up"],
  library: ["look into our documents", "looks into our documents"],
  calculator: ["calculate", "does arithmetic"],
  current_time: ["tell the time", "tells the time"],
} as const;

export const englishAbilities: Abilities = {
  clause(tools) {
    const verbs = wordsFor(tools, ENGLISH).map(([verb]) => verb);
    return verbs.length === 0 ? "" : `, and I can ${listInEnglish(verbs)}`;
  },
  demoNote(tools) {
    const known = wordsFor(tools, ENGLISH).map(([, verb]) => verb);
    return `I am running on a *demo model*: it only ${listInEnglish([...known, "remembers names"])}. My owner can switch to a real model by setting \`OPENAI_API_KEY\`.`;
  },
};

function listInEnglish(parts: readonly string[]): string {
  return new Intl.ListFormat("en-GB").format(parts);
}

const CHINESE = {
  search: "查资料",
  library: "查阅我们的文档",
  calculator: "做计算",
  current_time: "报时间",
};

export const chineseAbilities: Abilities = {
  clause(tools) {
    const known = wordsFor(tools, CHINESE);
    return known.length === 0 ? "" : `，还会${known.join("、")}`;
  },
  demoNote(tools) {
    const known = [...wordsFor(tools, CHINESE), "记住名字"];
    return `我现在用的是*演示模型*：只会${new Intl.ListFormat("zh").format(known)}。管理员设置 \`OPENAI_API_KEY\` 之后，就会换成真正的模型。`;
  },
};

/** In the order of the words. */
function wordsFor<Words>(
  tools: readonly string[],
  all: Readonly<Record<string, Words>>,
): readonly Words[] {
  return Object.entries(all).flatMap(([tool, words]) =>
    tools.includes(tool) ? [words] : [],
  );
}
