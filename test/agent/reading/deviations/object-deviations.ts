import { group, hasFence, hasJson, isWritten } from "./deviation.ts";
import type { Draft } from "./draft.ts";

const fence = (write: (json: string) => string) => () => ({
  writeFence: write,
});
export const FENCES = group("fence", hasFence, {
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
export const JSON_SYNTAX = group("json", hasJson, {
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
  "comment before the last brace": json(
    (value) => `${JSON.stringify(value).slice(0, -1)} // as asked}`,
  ),
  "comment with a quote": json((value) =>
    JSON.stringify(value, null, 1).replace(
      /",?\n/,
      '$& // "as", it\'s asked\n',
    ),
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
export const ESCAPES = group("escape", hasFence, {
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
export const ASSIGNED = group("json", hasFence, {
  "assigned to a name": json((value) => `action = ${JSON.stringify(value)}`),
});

const keys = (thought: string, action: string, input: string) => {
  return ({ keys: { final } }: Draft): Partial<Draft> => ({
    keys: { thought, action, input, final },
  });
};
export const KEYS = [
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
