type ToolReading =
  /** May be an unlisted name, which the caller reports to the model. */
  | { readonly kind: "tool"; readonly name: string }
  /** "Final Answer", "Speak", "None": the input, if any, is the answer. */
  | { readonly kind: "no-tool" }
  | { readonly kind: "placeholder" }
  | { readonly kind: "unclear" };

const NO_TOOL =
  /^(?:final[ _-]?(?:answer|response|reply)|finish(?:ed)?|final|answer|none|null|n\/?a|no(?: tool| action)?(?: needed| required)?|nothing|speak|say|talk|tell|respond|reply|response|respond[ _]to[ _]user|不需要|无|没有|最终答案|最终回答|最终答复|直接回答|回答|回复|完成)$/i;
const PLAIN_NAME = /^[\p{L}\d][\p{L}\d_.-]*(?: [\p{L}\d_.-]+){0,3}$/u;

/**
 * Interprets an action's name. `hasInput`: a sentence may replace the tool it
 * starts with.
 */
export function resolveTool(
  written: string,
  { tools, hasInput }: { tools: readonly string[]; hasInput: boolean },
): ToolReading {
  const name = written.trim();
  const listed = normaliseToolName(name, tools);
  if (listed !== undefined) return { kind: "tool", name: listed };
  if (isExampleName(name)) return { kind: "placeholder" };
  const bare = name
    .replaceAll(/["'`*[\]]/g, "")
    .replace(/\s*[(（][^()（）]*[)）]\s*$/, "")
    .replace(/[.:]$/, "")
    .trim();
  if (NO_TOOL.test(bare)) return { kind: "no-tool" };
  const fromSentence = hasInput ? findToolInSentence(name, tools) : undefined;
  if (fromSentence !== undefined) return { kind: "tool", name: fromSentence };
  return bare.length <= 64 && PLAIN_NAME.test(bare)
    ? { kind: "tool", name: bare }
    : { kind: "unclear" };
}

const DECORATION =
  /^[\s\u200B"'`*“”‘’「」『』【】[\](){}<>_#@•◦‣→➜▶=:：–—-]+|[\s\u200B"'`*“”‘’「」『』【】[\](){}<>_.,:;!。，：；！]+$/g;
const LEADING_WORDS =
  /^(?:(?:i will|i should|i need to|i'll|let me|use|using|call|the|a|an)\s+|使用|调用)+/i;
const TRAILING_WORD = /(?:\s+(?:tool|function)|工具)$/i;
const NOTE = /\s*[(（][^()（）]*[)）]\s*$/;
const CALL =
  /^\s*([^([{\n]{1,100}?)[ \t]*(?:[(（]([\s\S]*)[)）]|[[【［]([\s\S]*)[\]】］]|\n?(\{[\s\S]*\}))\s*$/;

const PLAIN = `[^()"']|"(?:[^"\\\\\n]|\\\\.)*"|'(?:[^'\\\\\n]|\\\\.)*'`;
/** Of several calls in a row, the first counts. */
const FIRST_CALL = new RegExp(
  `^(\\s*[\\w.-]{1,80}\\((?:${PLAIN}|\\([^()]*\\))*\\))\\s*[,;\n]\\s*[\\w.-]{1,80}\\(`,
);
/** A bracket that closes before one opens. */
const TWO_CALLS = new RegExp(`^(?:${PLAIN})*\\)`);

/**
 * Finds the listed tool by the name a model wrote, ignoring decoration, case
 * and separators. Never guesses, even with a single tool.
 */
export function normaliseToolName(
  written: string,
  tools: readonly string[],
): string | undefined {
  const name = written.slice(0, 200).trim();
  const readings = [name, undecorate(name), undecorate(name.replace(NOTE, ""))];
  const candidates = readings.flatMap((reading) => {
    const bare = reading.replace(LEADING_WORDS, "");
    return [reading, bare, undecorate(bare.replace(TRAILING_WORD, ""))];
  });
  for (const candidate of new Set(candidates)) {
    const found = findName(candidate, tools);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * "Search for the bridges of Porto": finds the listed tool that a sentence
 * starts with, if it mentions no other.
 */
export function findToolInSentence(
  written: string,
  tools: readonly string[],
): string | undefined {
  const sentence = undecorate(written.slice(0, 500)).replace(LEADING_WORDS, "");
  const [tool] = tools
    .filter((name) => startsWithWord(sentence, name))
    .toSorted((one, other) => other.length - one.length);
  if (tool === undefined) return undefined;
  const rest = sentence.slice(tool.length);
  const namesAnother = tools.some(
    (name) => name !== tool && containsWord(rest, name),
  );
  return namesAnother ? undefined : tool;
}

/**
 * Splits a one-line call into name and argument: `search("tides")`,
 * `Search[tides]`, `search {"query": "tides"}`.
 */
export function splitCall(
  written: string,
): { name: string; argument: string } | undefined {
  const source = written.slice(0, 64 * 1024);
  const match = CALL.exec(FIRST_CALL.exec(source)?.[1] ?? source);
  const name = match?.[1];
  if (match === null || name === undefined) return undefined;
  if (TWO_CALLS.test(match[2] ?? "")) return undefined;
  return { name, argument: (match[2] ?? match[3] ?? match[4] ?? "").trim() };
}

/**
 * Also strips Markdown's `\_`, and the prefix and number of native calls
 * (`functions.search:0`).
 */
function undecorate(name: string): string {
  return name
    .replaceAll("\\_", "_")
    .replace(DECORATION, "")
    .replace(/^\d{1,2}[.)]\s+/, "")
    .replace(/^(?:functions?|tools?|default_api|api)[.:]\s*/i, "")
    .replace(/:\d+$|\.call$/, "")
    .replace(DECORATION, "");
}

/** Case and separators count if only they distinguish two tools. */
function findName(name: string, tools: readonly string[]): string | undefined {
  if (tools.includes(name)) return name;
  return findOnly(name, tools, fold) ?? findOnly(name, tools, dropSeparators);
}

function findOnly(
  name: string,
  tools: readonly string[],
  simplify: (name: string) => string,
): string | undefined {
  const simple = simplify(name);
  const matches = tools.filter((tool) => simplify(tool) === simple);
  return matches.length === 1 && simple !== "" ? matches[0] : undefined;
}

function fold(name: string): string {
  return name.trim().replaceAll(/\s+/g, " ").toLowerCase();
}

/** `webSearch`, `web-search` and `web search` match `web_search`. */
function dropSeparators(name: string): string {
  return fold(name).replaceAll(/[ _-]/g, "");
}

function startsWithWord(sentence: string, name: string): boolean {
  return (
    fold(sentence.slice(0, name.length)) === fold(name) &&
    /^(?:[^\p{L}\d_]|$)/u.test(sentence.slice(name.length))
  );
}

function containsWord(text: string, name: string): boolean {
  const folded = text.toLowerCase();
  const word = name.toLowerCase();
  for (
    let at = folded.indexOf(word);
    at !== -1;
    at = folded.indexOf(word, at + 1)
  ) {
    const before = folded.charAt(at - 1);
    const after = folded.charAt(at + word.length);
    if (!/[\p{L}\d_]/u.test(before) && !/[\p{L}\d_]/u.test(after)) return true;
  }
  return false;
}

/** The prompt's example, repeated: `$TOOL_NAME`, `<tool>`. */
const EXAMPLE = /^(?:\$[A-Z_]+|<[^<>]{1,80}>|\{\{?[\w ]{1,40}\}?\}|\.\.\.|…)$/i;
const EXAMPLE_NAME =
  /\bshould be one of\b|\bmust be one of\b|^the (?:action to take|input to the (?:action|tool)|name of the tool)\b/i;
const EMPTY = /^(?:none|null|n\/a)?$/i;
/** Beginnings of these. */
const BEGINNING =
  /^(?:\$[A-Z_]*|<[^<>]{0,80}>?|\{\{?[\w ]{0,40}\}{0,2}|\.{0,3}|…|no?|none?|nul{0,2}|n\/a?)$/i;
/** Also the last thought of an example, in place of the answer. */
const EXAMPLE_ANSWERS = [
  ...["original input ", "original ", "input ", ""].map(
    (which) => `the final answer to the ${which}question.`,
  ),
  "i now know the final answer.",
  "i now know the answer.",
  "now i can give the final answer.",
  "i now can give the final answer.",
  "i can now give the final answer.",
  "我现在知道最终答案了。",
  "我现在知道最终答案。",
];
const INVISIBLE = /^[\s\u200B\u2060]+|[\s\u200B\u2060]+$/g;
const MAX_LENGTH = 100;

function isExampleName(name: string): boolean {
  const head = name.slice(0, 300).trim();
  return EXAMPLE.test(head) || EXAMPLE_NAME.test(head);
}

export function isExampleAnswer(answer: string): boolean {
  const text = answer.trim();
  if (text.length > MAX_LENGTH) return false;
  const sentence = text.toLowerCase().replace(/[.。]$/, "");
  return (
    EXAMPLE.test(text) ||
    EXAMPLE_ANSWERS.some((example) => example.slice(0, -1) === sentence)
  );
}

/** "None" also counts as empty. */
export function isEmptyAnswer(answer: string): boolean {
  return EMPTY.test(answer.trim());
}

/** A partial answer that may turn out to be empty, or an example. */
export function mayBeNoAnswer(beginning: string): boolean {
  if (beginning.trim().length > 2 * MAX_LENGTH) return false;
  const text = beginning.trim().replaceAll(INVISIBLE, "");
  if (text.length > MAX_LENGTH) return false;
  return (
    BEGINNING.test(text) ||
    EXAMPLE_ANSWERS.some((example) => example.startsWith(text.toLowerCase()))
  );
}
