const DECORATION =
  /^[\s"'`*“”‘’「」[\](){}<>_]+|[\s"'`*“”‘’「」[\](){}<>_.,:;!]+$/g;
const LEADING_WORDS = /^(?:(?:use|using|call|the|a|an)\s+)+/i;
const TRAILING_WORD = /\s+(?:tool|function)$/i;
const NOTE = /\s*[(（][^()（）]*[)）]\s*$/;
const CALL =
  /^\s*([^([{]{1,100}?)[ \t]*(?:\(([\s\S]*)\)|\[([\s\S]*)\]|(\{[\s\S]*\}))\s*$/;

/**
 * The listed tool that is meant by what a model wrote for its name: decoration, case, separators, "the … tool" and a
 * note in parentheses are looked over. Never a guess: anything else is `undefined`, even if there is only one tool.
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

/** "Search for the bridges of Porto": the listed tool that a sentence starts with, if it names no other one. */
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

/** `search("tides")`, `Search[tides]`, `search {"query": "tides"}`: name and argument of a call written on one line. */
export function splitCall(
  written: string,
): { name: string; argument: string } | undefined {
  const match = CALL.exec(written.slice(0, 64 * 1024));
  const name = match?.[1];
  if (match === null || name === undefined) return undefined;
  return { name, argument: (match[2] ?? match[3] ?? match[4] ?? "").trim() };
}

/** Markdown's `\_` and the prefix and number of native calls (`functions.search:0`) are decoration, too. */
function undecorate(name: string): string {
  return name
    .replaceAll("\\_", "_")
    .replace(DECORATION, "")
    .replace(/^(?:functions?|tools?)[.:]\s*/i, "")
    .replace(/:\d+$/, "")
    .replace(DECORATION, "");
}

/** Two tools that differ in case or separators alone are told apart by them. */
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

/** `webSearch`, `web-search` and `web search` are `web_search`. */
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
