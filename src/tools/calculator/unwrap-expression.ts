/** Takes off what models put around an expression: JSON, code fences, quotes, "What is …?", a leading or trailing `=`. */
export function unwrapExpression(text: string): string {
  let wrapped = text;
  // Every step shortens the text or leaves it, so this ends.
  for (;;) {
    const bare = STEPS.reduce((rest, step) => step(rest).trim(), wrapped);
    if (bare === wrapped) return bare;
    wrapped = bare;
  }
}

const STEPS: readonly ((text: string) => string)[] = [
  unwrapJson,
  (text) => /^```[a-z]*\s*\n?([^`]*)```$/i.exec(text)?.[1] ?? text,
  (text) => /^(["'`])(.*)\1$/s.exec(text)?.[2] ?? text,
  (text) => text.replaceAll(/#.*$/gm, ""),
  (text) => text.replace(ENGLISH_OPENING, ""),
  (text) => text.replace(CHINESE_OPENING, ""),
  (text) => text.replace(/^=+/, ""),
  (text) =>
    text.replace(/(?:[=?.;。,]|\bis|\bequals|等于|是|得|几|多少)$/i, ""),
];

/** A noun needs its colon: in "result + 5" it is a variable, and 5 would be wrong. */
const ENGLISH_OPENING =
  /^(?:(?:please|what(?:'s| is| are|)|how much (?:is|are)|calculate|compute|evaluate|solve|work out|find|the (?:value|result) of)(?=[\s:])[\s:]*|(?:expression|input|question|answer|result)\s*[:=])/i;

const CHINESE_OPENING = /^(?:请问|请|帮我|计算|算|求|一下|表达式)[\s:]*/;

function unwrapJson(text: string): string {
  if (!/^[{"]/.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return findExpression(value) ?? text;
  } catch {
    return text;
  }
}

/** The `expression`, or the only text that the object holds, whatever its key. */
function findExpression(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return undefined;
  if ("expression" in value && typeof value.expression === "string")
    return value.expression;
  const texts = Object.values(value).filter(
    (field) => typeof field === "string",
  );
  return texts.length === 1 ? texts[0] : undefined;
}
