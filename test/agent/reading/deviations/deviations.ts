import type { Draft, Names, Style } from "./draft.ts";

/**
 * A way in which models deviate from a format. Deviations of one slot exclude
 * each other.
 */
export interface Deviation {
  readonly slot: string;
  readonly name: string;
  readonly apply: (draft: Draft) => Partial<Draft>;
  readonly fits: (draft: Draft) => boolean;
}

const isWritten =
  (styles: readonly Style[], kind?: "action" | "answer") =>
  ({ style, decision }: Draft): boolean =>
    styles.includes(style) && (kind === undefined || decision.kind === kind);

const hasObject = ({ style, decision }: Draft): boolean =>
  style === "object" || (decision.kind === "action" && style !== "lines");
const hasJson = (draft: Draft): boolean =>
  hasObject(draft) ||
  (draft.style === "lines" &&
    draft.decision.kind === "action" &&
    typeof draft.decision.input !== "string");
const hasFence = (draft: Draft): boolean =>
  hasObject(draft) && draft.style !== "call";
const isLabelled = isWritten(["block", "lines"]);
const isAction = ({ decision }: Draft): boolean => decision.kind === "action";
const isMarked = ({ style, decision }: Draft): boolean =>
  style !== "call" || decision.kind === "action";

function group(
  slot: string,
  fits: (draft: Draft) => boolean,
  table: Readonly<Record<string, (draft: Draft) => Partial<Draft>>>,
): Deviation[] {
  return Object.entries(table).map(([name, apply]) => ({
    slot,
    name: `${slot}: ${name}`,
    apply,
    fits,
  }));
}

const fence = (write: (json: string) => string) => () => ({
  writeFence: write,
});
const FENCES = group("fence", hasFence, {
  none: fence((json) => json),
  plain: fence((json) => `\`\`\`\n${json}\n\`\`\``),
  upper: fence((json) => `\`\`\`JSON\n${json}\n\`\`\``),
  python: fence((json) => `\`\`\`python\n${json}\n\`\`\``),
  javascript: fence((json) => `\`\`\`javascript\n${json}\n\`\`\``),
  "tool code": fence((json) => `\`\`\`tool_code\n${json}\n\`\`\``),
  "own word": fence((json) => `\`\`\`json_blob\n${json}\n\`\`\``),
  "two words": fence((json) => `\`\`\`json action\n${json}\n\`\`\``),
  tildes: fence((json) => `~~~json\n${json}\n~~~`),
  "four marks": fence((json) => `\`\`\`\`json\n${json}\n\`\`\`\``),
  nested: fence((json) => `\`\`\`\n\`\`\`json\n${json}\n\`\`\`\n\`\`\``),
  "nested label": fence((json) => `\`\`\`python\n\`\`\`json\n${json}\n\`\`\``),
  "on one line": fence((json) => `\`\`\`json ${json} \`\`\``),
  inline: fence((json) => `\`${json}\``),
  "label without marks": fence((json) => `json\n${json}`),
  "never closed": fence((json) => `\`\`\`json\n${json}`),
  "never opened": fence((json) => `${json}\n\`\`\``),
  indented: fence((json) => `  \`\`\`json\n  ${json}\n  \`\`\``),
  "label inside": fence((json) => `\`\`\`\njson\n${json}\n\`\`\``),
});

/** Writes JSON, applying `text` to each string and `key` to each key. */
function writeLoosely(
  value: unknown,
  {
    text = (source) => JSON.stringify(source),
    key = text,
    comma = ", ",
    colon = ": ",
    literal = String,
  }: {
    text?: (source: string) => string;
    key?: (source: string) => string;
    comma?: string;
    colon?: string;
    literal?: (value: unknown) => string;
  },
): string {
  const options = { text, key, comma, colon, literal };
  if (typeof value === "string") return text(value);
  if (typeof value !== "object" || value === null) return literal(value);
  if (Array.isArray(value))
    return `[${value.map((item) => writeLoosely(item, options)).join(comma)}]`;
  return `{${Object.entries(value)
    .map(([name, field]) => key(name) + colon + writeLoosely(field, options))
    .join(comma)}}`;
}

const json = (write: (value: unknown) => string) => () => ({
  writeJson: write,
});
const loosely = (options: Parameters<typeof writeLoosely>[1]) =>
  json((value) => writeLoosely(value, options));
const JSON_SYNTAX = group("json", hasJson, {
  pretty: json((value) => JSON.stringify(value, null, 2)),
  "single quotes": loosely({
    text: (source) => `'${source.replaceAll("'", "\\'")}'`,
  }),
  "curly quotes": loosely({ text: (source) => `“${source}”` }),
  "full-width quotes": loosely({ text: (source) => `＂${source}＂` }),
  "bare keys": loosely({ key: (source) => source.replaceAll(" ", "_") }),
  "full-width commas and colons": loosely({ comma: "，", colon: "：" }),
  "corner quotes": loosely({ text: (source) => `「${source}」` }),
  "full-width braces": json((value) =>
    JSON.stringify(value).replaceAll("{", "｛").replaceAll("}", "｝"),
  ),
  "python literals": loosely({
    literal: (value) =>
      value === true ? "True" : value === false ? "False" : String(value),
  }),
  "trailing comma": json((value) =>
    JSON.stringify(value, null, 1).replace(/\n\}$/, ",\n}"),
  ),
  "comment on a line": json((value) =>
    JSON.stringify(value, null, 1).replace("\n", "\n // the tool to use\n"),
  ),
  "comment at a line's end": json((value) =>
    JSON.stringify(value, null, 1).replace(/",?\n/, "$& // as asked\n"),
  ),
  "comment of Python": json((value) =>
    JSON.stringify(value, null, 1).replace(/,\n/, ",  # as asked\n"),
  ),
  "comment in a block": json((value) =>
    JSON.stringify(value, null, 1).replace("\n", "\n /* the tool */\n"),
  ),
  "comment of HTML": json((value) =>
    JSON.stringify(value, null, 1).replace("\n", "\n<!-- the tool -->\n"),
  ),
  "comment after": json((value) => `${JSON.stringify(value)} // done`),
  "brace too many": json((value) => `${JSON.stringify(value)}}`),
  "brace missing": json((value) => JSON.stringify(value).slice(0, -1)),
  "semicolon after": json((value) => `${JSON.stringify(value)};`),
  "double braces": json((value) => `{${JSON.stringify(value)}}`),
  "commas missing": json((value) =>
    JSON.stringify(value, null, 1).replaceAll(",\n", "\n"),
  ),
});
const escape =
  (change: (source: string) => string) =>
  ({ writeFence: before }: Draft): Partial<Draft> => ({
    writeFence: (source) => before(change(source)),
  });
const ESCAPES = group("escape", hasFence, {
  "letters as codes": escape((source) =>
    source.replaceAll("moss", String.raw`\u006d\u006fss`),
  ),
  "underscores escaped": escape((source) =>
    source.replaceAll("web_search", String.raw`web\_search`),
  ),
  "whole escaped": escape((source) => JSON.stringify(source).slice(1, -1)),
  "encoded twice": escape((source) => JSON.stringify(source)),
  "no-break blanks": escape((source) => source.replaceAll(": ", ":\u00A0")),
  "zero-width blanks": escape((source) => source.replaceAll('{"', '{\u200B"')),
});
const ASSIGNED = group("json", hasFence, {
  "assigned to a name": json((value) => `action = ${JSON.stringify(value)}`),
});

const keys = (thought: string, action: string, input: string) => {
  return ({ keys: { final } }: Draft): Partial<Draft> => ({
    keys: { thought, action, input, final },
  });
};
const KEYS = [
  ...group("keys", isWritten(["object", "block"]), {
    "LangChain tools": keys("thought", "tool", "tool_input"),
    "as labels": keys("Thought", "Action", "Action Input"),
    camel: keys("thought", "toolName", "toolInput"),
    names: keys("reasoning", "name", "arguments"),
    "OpenAI functions": keys("thought", "function_name", "parameters"),
    upper: keys("THOUGHT", "ACTION", "ACTION_INPUT"),
    dashes: keys("thought", "action", "action-input"),
    args: keys("thoughts", "tool_name", "tool_args"),
    smolagents: keys("thought", "tool_name", "tool_arguments"),
    Cohere: keys("plan", "tool_name", "parameters"),
    LlamaIndex: keys("thought", "tool_name", "tool_kwargs"),
    "Semantic Kernel": keys("rationale", "function", "parameters"),
    Spanish: keys("Pensamiento", "Acción", "Entrada"),
    French: keys("Pensée", "Action", "Entrée"),
    Japanese: keys("思考", "アクション", "アクション入力"),
    Russian: keys("Мысль", "Действие", "Ввод"),
    Chinese: keys("思考", "行动", "行动输入"),
    German: keys("Gedanke", "Aktion", "Eingabe"),
    blanks: keys(" thought ", "action ", " action_input"),
  }),
  ...group("keys", isWritten(["object", "block", "call"], "action"), {
    "wrapped in tool_call": () => ({
      shape: (fields) => ({ tool_call: fields }),
    }),
    "wrapped in a list": () => ({ shape: (fields) => [fields] }),
    "wrapped in tool_calls": () => ({
      shape: (fields) => ({ tool_calls: [fields] }),
    }),
    "OpenAI's own": () => ({
      shape: (fields, { keys: { action, input } }) => ({
        id: "call_1",
        type: "function",
        function: { name: fields[action], arguments: fields[input] },
      }),
    }),
    "action as an object": () => ({
      shape: (fields, { keys: { action, input } }) => ({
        action: { name: fields[action], input: fields[input] },
      }),
    }),
    "AutoGPT's command": () => ({
      shape: (fields, { keys: { action, input } }) => ({
        thoughts: { text: "look it up" },
        command: { name: fields[action], args: fields[input] },
      }),
    }),
    "Gemini's own": () => ({
      shape: (fields, { keys: { action, input } }) => ({
        functionCall: { name: fields[action], args: fields[input] },
      }),
    }),
    "Bedrock's own": () => ({
      shape: (fields, { keys: { action, input } }) => ({
        toolUse: {
          toolUseId: "tooluse_1",
          name: fields[action],
          input: fields[input],
        },
      }),
    }),
    "next action": () => ({ shape: (fields) => ({ next_action: fields }) }),
    "call in the name": (draft) => ({
      shape: (fields, { keys: { action, input } }) => ({
        [action]: `${String(fields[action])}(${JSON.stringify(fields[input])})`,
        [input]: "",
      }),
      keys: draft.keys,
    }),
    "Anthropic's own": () => ({
      shape: (fields, { keys: { action, input } }) => ({
        type: "tool_use",
        id: "toolu_1",
        name: fields[action],
        input: fields[input],
      }),
    }),
  }),
];

const labels = (
  thought: string,
  action: string,
  input: string,
  final: string,
) => {
  const names: Names = { thought, action, input, final };
  return () => ({ labels: names });
};
const LABELS = group("labels", isLabelled, {
  lower: labels("thought", "action", "action input", "final answer"),
  upper: labels("THOUGHT", "ACTION", "ACTION INPUT", "FINAL ANSWER"),
  joined: labels("Thought", "Action", "ActionInput", "FinalAnswer"),
  underscores: labels("Thought", "Action", "Action_Input", "Final_Answer"),
  tools: labels("Reasoning", "Tool", "Tool Input", "Final Response"),
  Chinese: labels("思考", "行动", "行动输入", "最终答案"),
  "traditional Chinese": labels("思考", "行動", "行動輸入", "最終答案"),
  German: labels("Gedanke", "Aktion", "Aktionseingabe", "Endgültige Antwort"),
  French: labels("Pensée", "Action", "Entrée de l'action", "Réponse finale"),
  Spanish: labels(
    "Pensamiento",
    "Acción",
    "Entrada de la acción",
    "Respuesta final",
  ),
  Japanese: labels("考え", "アクション", "アクション入力", "最終回答"),
  Italian: labels("Pensiero", "Azione", "Input dell'azione", "Risposta finale"),
  Russian: labels("Мысль", "Действие", "Ввод действия", "Окончательный ответ"),
  Korean: labels("생각", "행동", "행동 입력", "최종 답변"),
  next: labels(
    "Thought",
    "Next Action",
    "Next Action Input",
    "The final answer is",
  ),
  Portuguese: labels("Pensamento", "Ação", "Entrada da ação", "Resposta final"),
});

const label = (write: (name: string, index: number) => string) => () => ({
  writeLabel: write,
});
const DECORATION = group("decoration", isLabelled, {
  bold: label((name) => `**${name}:**`),
  "bold name": label((name) => `**${name}**:`),
  italic: label((name) => `*${name}:*`),
  underlined: label((name) => `__${name}__:`),
  code: label((name) => `\`${name}\`:`),
  heading: label((name) => `### ${name}:`),
  "heading on its own line": label((name) => `## ${name}\n`),
  "bold on its own line": label((name) => `**${name}**\n`),
  "numbered in front": label((name, index) => `${index + 1}. ${name}:`),
  "numbered with brackets": label((name, index) => `${index + 1}) ${name}:`),
  "numbered bold": label((name, index) => `${index + 1}. **${name}:**`),
  "number in the bold": label((name, index) => `**${index + 1}. ${name}:**`),
  "numbered heading": label((name, index) => `### ${index + 1}. ${name}:`),
  "numbered after": label((name) => `${name} 1:`),
  "numbered in brackets": label((name) => `${name} (1):`),
  "numbered with a hash": label((name) => `${name} #1:`),
  step: label((name) => `Step 1 - ${name}:`),
  bullet: label((name) => `- ${name}:`),
  star: label((name) => `* ${name}:`),
  dot: label((name) => `• **${name}**:`),
  brackets: label((name) => `[${name}]:`),
  "brackets without colon": label((name) => `[${name}]`),
  "lenticular brackets": label((name) => `【${name}】：`),
  "angle brackets": label((name) => `<${name}>:`),
  quoted: label((name) => `> ${name}:`),
  "wide colon": label((name) => `${name}：`),
  "blank before the colon": label((name) => `${name} :`),
  dash: label((name) => `**${name}** -`),
  emoji: label((name) => `🔧 ${name}:`),
  arrow: label((name) => `→ ${name}:`),
  "double arrow": label((name) => `=> ${name}:`),
  tag: label((name) => `<b>${name}:</b>`),
  marked: label((name) => `==${name}:==`),
  parentheses: label((name) => `(${name})`),
  "equals sign": label((name) => `${name} =`),
  "arrow as a colon": label((name) => `${name} ->`),
  "wide parentheses": label((name) => `（${name}）`),
  lettered: label((name, index) => `${"abc".charAt(index)}) ${name}:`),
  keycap: label((name, index) => `${index + 1}\uFE0F\u20E3 ${name}:`),
  "hash and dash": label((name, index) => `${name} #${index + 1} -`),
  "numbered with a dash": label((name, index) => `${index + 1} - ${name}:`),
  "number in square brackets": label(
    (name, index) => `[${index + 1}] ${name}:`,
  ),
  "number of a section": label((name, index) => `1.${index + 1} ${name}:`),
  "circled number": label((name, index) => `${"①②③".charAt(index)} ${name}:`),
  index: label((name) => `${name}[1]:`),
  "number of several": label((name) => `${name} 1/3:`),
  "bold step": label((name) => `**Step 2 - ${name}:**`),
  "step in bold": label((name) => `**Step 2** - ${name}:`),
  "step in brackets": label((name) => `[Step 2] ${name}:`),
  "step as a heading": label((name) => `### Step 2: ${name}:`),
  "round without a mark": label((name) => `Round 2 ${name}:`),
  "Chinese step": label((name) => `第2步：${name}：`),
  "Chinese step with a dash": label((name) => `步骤 2 - ${name}：`),
  "small colon": label((name) => `${name}﹕`),
  "ratio as a colon": label((name) => `${name}∶`),
  "two colons": label((name) => `${name}::`),
  "blank in the bold": label((name) => `** ${name}: **`),
});

const NUMBERS = group("decoration", isWritten(["lines"], "action"), {
  "number before the last word": label((name) =>
    name.replace(/ Input$|$/, " 1$&:"),
  ),
});

const TAGS = group("decoration", isWritten(["lines"], "action"), {
  tags: () => ({
    writeLabel: (name) => `<${name.toLowerCase().replaceAll(/\W+/g, "_")}>`,
    writeName: (tool) => `${tool}</action>`,
    writeInput: (text) => `${text}</action_input>`,
    labels: {
      thought: "thought",
      action: "action",
      input: "action_input",
      final: "final_answer",
    },
  }),
});

const name = (write: (tool: string) => string) => () => ({ writeName: write });
const NAMES = [
  ...group("name", isWritten(["object", "block", "lines"], "action"), {
    upper: name((tool) => tool.toUpperCase()),
    camel: name((tool) =>
      tool.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    ),
    dashes: name((tool) => tool.replaceAll("_", "-")),
    code: name((tool) => `\`${tool}\``),
    brackets: name((tool) => `[${tool}]`),
    "empty call": name((tool) => `${tool}()`),
    "with its parameters": name((tool) => `${tool}(query: string)`),
    "the tool": name((tool) => `the ${tool} tool`),
    sentence: name((tool) => `I will use ${tool}`),
    numbered: name((tool) => `1. ${tool}`),
    prefix: name((tool) => `functions.${tool}`),
    "prefix of a namespace": name((tool) => `default_api.${tool}`),
  }),
  ...group("name", isWritten(["lines"], "action"), {
    quotes: name((tool) => `"${tool}"`),
    bold: name((tool) => `**${tool}**`),
    "full stop": name((tool) => `${tool}.`),
    note: name((tool) => `${tool} (to be sure)`),
    use: name((tool) => `Use ${tool}`),
  }),
];
const CALLS = group(
  "name",
  (draft) =>
    isWritten(["lines"], "action")(draft) &&
    draft.decision.kind === "action" &&
    typeof draft.decision.input === "string",
  {
    "call with its input": (draft) =>
      name((tool) => `${tool}(${readInput(draft)})`)(),
    "call with its quoted input": (draft) =>
      name((tool) => `${tool}("${readInput(draft)}")`)(),
  },
);

function readInput({ decision }: Draft): string {
  return decision.kind === "action" ? String(decision.input) : "";
}

const input = (write: (text: string) => string) => () => ({
  writeInput: write,
});
const INPUTS = [
  ...group("input", isWritten(["lines"], "action"), {
    fenced: input((text) => `\n\`\`\`\n${text}\n\`\`\``),
    "fenced with a label": input((text) => `\n\`\`\`text\n${text}\n\`\`\``),
    "fenced on one line": input((text) => `\`\`\`${text}\`\`\``),
    "fence never closed": input((text) => `\`\`\`${text}`),
    pause: input((text) => `${text}\nPAUSE`),
    "fence never opened": input((text) => `${text}\n\`\`\``),
    code: input((text) => `\`${text}\``),
    "on its own line": input((text) => `\n${text}`),
    "after an empty line": input((text) => `\n\n${text}`),
  }),
  ...group(
    "input",
    (draft) => draft.style === "lines" && /^\w/.test(readInput(draft)),
    {
      quotes: input((text) => `"${text}"`),
      "single quotes": input((text) => `'${text}'`),
      "curly quotes": input((text) => `“${text}”`),
      "corner quotes": input((text) => `「${text}」`),
      "quote never closed": input((text) => `"${text}`),
      "quote never opened": input((text) => `${text}"`),
      "quotes of two kinds": input((text) => `"${text}”`),
    },
  ),
];

const wrap =
  (change: (reply: string) => string) =>
  ({ wrap: before }: Draft): Partial<Draft> => ({ wrap: [...before, change] });
const BEFORE = group("before", isMarked, {
  courtesy: wrap((reply) => `Sure, here it is:\n\n${reply}`),
  announcement: wrap((reply) => `I will use the tool for that.\n${reply}`),
  apology: wrap((reply) => `I apologize for the confusion.\n\n${reply}`),
  "blank lines": wrap((reply) => `\n\n  \n${reply}`),
  "byte order mark": wrap((reply) => `\uFEFF${reply}`),
  role: wrap((reply) => `Assistant: ${reply}`),
  "question repeated": wrap((reply) => `Question: how is it there?\n${reply}`),
});
const REASONING = group("reasoning", () => true, {
  think: wrap((reply) => `<think>\nHm. Perhaps so.\n</think>\n${reply}`),
  "with a decoy": wrap(
    (reply) =>
      `<think>\n{"action": "calculator", "action_input": "1"} or not?\n</think>\n\n${reply}`,
  ),
  "closed only": wrap((reply) => `Hm. Perhaps so.\n</think>\n${reply}`),
  thinking: wrap((reply) => `<thinking>Hm.</thinking>\n${reply}`),
  empty: wrap((reply) => `<think>\n\n</think>\n\n${reply}`),
});
const AFTER = [
  ...group("after", (draft) => hasObject(draft) && draft.style !== "call", {
    explanation: wrap((reply) => `${reply}\n\nThis looks it up.`),
    "explanation on the line": wrap((reply) => `${reply} This looks it up.`),
    brackets: wrap((reply) => `${reply}\n\n(I am waiting for the result.)`),
    "arrow with words": wrap((reply) => `${reply} <-- this is it`),
    "another object": wrap(
      (reply) => `${reply}\n{"action": "calculator", "action_input": "1 + 1"}`,
    ),
  }),
  ...group("after", isMarked, {
    "end of turn": wrap((reply) => `${reply}<|im_end|>`),
    "end of text": wrap((reply) => `${reply}</s>`),
    "another turn": wrap((reply) => `${reply}<|im_end|>\n<|im_start|>user\nOk`),
    "blank lines": wrap((reply) => `${reply}\n\n\n`),
    "repeated observation": wrap(
      (reply) => `${reply}\nObservation: \nObservation: `,
    ),
  }),
  ...group("after", isAction, {
    "empty observation": wrap((reply) => `${reply}\nObservation:`),
    "imagined observation": wrap(
      (reply) =>
        `${reply}\nObservation: There is none.\nThought: I know.\nFinal Answer: None at all.`,
    ),
    "imagined observation in bold": wrap(
      (reply) => `${reply}\n**Observation:** None.\n**Final Answer:** None.`,
    ),
    "another action": wrap(
      (reply) =>
        `${reply}\nThought: And then?\nAction: calculator\nAction Input: 1 + 1`,
    ),
  }),
];
const ENCODING = group("whole", isMarked, {
  "line ends of Windows": wrap((reply) => reply.replaceAll("\n", "\r\n")),
  indented: wrap((reply) => reply.replaceAll(/^/gm, "  ")),
  "in a tag": wrap((reply) => `<response>\n${reply}\n</response>`),
  "zero-width blanks": wrap((reply) => `\u200B${reply}\u200B`),
});

/** In the order of application. */
export const DEVIATIONS: readonly Deviation[] = [
  ...KEYS,
  ...LABELS,
  ...DECORATION,
  ...NUMBERS,
  ...TAGS,
  ...NAMES,
  ...CALLS,
  ...INPUTS,
  ...JSON_SYNTAX,
  ...ASSIGNED,
  ...FENCES,
  ...ESCAPES,
  ...AFTER,
  ...BEFORE,
  ...REASONING,
  ...ENCODING,
];
