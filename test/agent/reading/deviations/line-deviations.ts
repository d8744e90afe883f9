import { group, hasObjectInput, isLabelled, isWritten } from "./deviation.ts";
import type { Draft, Names } from "./draft.ts";

const labels = (
  thought: string,
  action: string,
  input: string,
  final: string,
) => {
  const names: Names = { thought, action, input, final };
  return () => ({ labels: names });
};
export const LABELS = group("labels", isLabelled, {
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
export const DECORATION = group("decoration", isLabelled, {
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

export const NUMBERS = group("decoration", isWritten(["lines"], "action"), {
  "number before the last word": label((name) =>
    name.replace(/ Input$|$/, " 1$&:"),
  ),
});

export const TAGS = group("decoration", isWritten(["lines"], "action"), {
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
export const NAMES = [
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
export const CALLS = group(
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
export const INPUTS = [
  ...group("input", isWritten(["lines"], "action"), {
    fenced: input((text) => `\n\`\`\`\n${text}\n\`\`\``),
    "fenced with a label": input((text) => `\n\`\`\`text\n${text}\n\`\`\``),
    "fenced on one line": input((text) => `\`\`\`${text}\`\`\``),
    "fence never closed": input((text) => `\`\`\`${text}`),
    pause: input((text) => `${text}\nPAUSE`),
    "fence never opened": input((text) => `${text}\n\`\`\``),
    code: input((text) => `\`${text}\``),
    "fenced, with words after": input(
      (text) => `\n\`\`\`\n${text}\n\`\`\`\nThis looks it up.`,
    ),
    "fenced after a blank line": input((text) => `\n\n~~~json\n${text}\n~~~`),
    "six marks": input((text) => `\n\`\`\`\`\`\`\n${text}\n\`\`\`\`\`\``),
    "after bold": input((text) => `** ${text}`),
    "in bold": input((text) => `**${text}**`),
    "after a bullet": input((text) => `• ${text}`),
    "after a bullet on its own line": input((text) => `\n- ${text}`),
    "after an arrow": input((text) => `-> ${text}`),
    "after a colon": input((text) => `: ${text}`),
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
export const JSON_INPUTS = group("input", hasObjectInput, {
  "in italics": input((text) => `*${text}*`),
  "in brackets": input((text) => `(${text})`),
  "in double quotes": input((text) => `"${text}"`),
  "in corner quotes": input((text) => `「${text}」`),
  "in a tag": input((text) => `<code>${text}</code>`),
  "after the word": input((text) => `json\n${text}`),
  "before bold": input((text) => `${text} **`),
  "with its action": input(
    (text) => `{"action": "web_search", "action_input": ${text}}`,
  ),
});
/** The input has no label of its own. */
export const BELOW = group("input", hasObjectInput, {
  "none, in a fence": (draft) => ({
    writeInput: (text) => `\`\`\`json\n${text}\n\`\`\``,
    writeLabel: (word, index) =>
      index === 2 ? "" : draft.writeLabel(word, index),
  }),
});
