import { asObject } from "../../../text/json.ts";

/**
 * Replaces look-alike characters by ASCII and drops invisible ones. NFKC would
 * change meanings: it turns 5² into 52.
 */
export function normaliseCharacters(text: string): string {
  return (
    text
      .replaceAll(/［([^［］,，;；]*)］/gu, "($1)")
      .replaceAll(/[【〔〖﹙]/gu, "(")
      .replaceAll(/[】〕〗﹚]/gu, ")")
      // Before a sum, as in 买3送1：3*20; not within a time of day.
      .replaceAll("：", ": ")
      .replaceAll(/[\u{FF01}-\u{FF5E}]/gu, toHalfWidth)
      .replaceAll("℃", "°C")
      .replaceAll("℉", "°F")
      .replaceAll("￥", "¥")
      .replaceAll(/[٠-٩۰-۹०-९]/gu, toDigit)
      .replaceAll("٫", ".")
      .replaceAll("٬", ",")
      .replaceAll("٪", "%")
      .replaceAll(/\r\n?|[\u{2028}\u{2029}]/gu, "\n")
      .replaceAll(/[\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2060}\u{FEFF}]/gu, "")
      .replaceAll(GROUPING_SIGN, "")
      .replaceAll(/[\p{Zs}\t]+/gu, " ")
      .replaceAll(/[“”„«»「」『』]/gu, '"')
      .replaceAll(/[‘’]/gu, "'")
      .trim()
  );
}

/**
 * No-break space, thin space or the Swiss apostrophe as thousands separator:
 * 1'234'567.
 */
const GROUPING_SIGN =
  /(?<=\d)['’\u{A0}\u{2007}\u{2009}\u{202F}](?=\d{3}(?!\d))/gu;

/**
 * U+FF01 to U+FF5E are the full-width forms of U+0021 to U+007E, in the same
 * order.
 */
function toHalfWidth(character: string): string {
  return String.fromCodePoint(character.charCodeAt(0) - 0xfee0);
}

/** Digits are consecutive in Unicode; these start at 0x660, 0x6F0 and 0x966. */
function toDigit(character: string): string {
  const code = character.charCodeAt(0);
  return String((code - (code >= 0x966 ? 0x966 : 0x660)) % 16);
}

/** Each pass removes one layer. */
const MAX_PASSES = 8;

/**
 * Strips what models write around an expression: JSON, code fences, quotes,
 * "What is …?", a leading or trailing `=`.
 */
export function unwrapText(text: string): string {
  let wrapped = text;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const bare = STEPS.reduce((rest, step) => step(rest).trim(), wrapped);
    if (bare === wrapped) return bare;
    wrapped = bare;
  }
  return wrapped;
}

const STEPS: readonly ((text: string) => string)[] = [
  unwrapJson,
  (text) => /^```[\w+-]*\s*\n?([^`]*)```$/.exec(text)?.[1] ?? text,
  (text) => /^(["'`])([^]*)\1$/.exec(text)?.[2] ?? text,
  (text) => /^\*\*(?!\s)([^*].*[^*])\*\*$/s.exec(text)?.[1] ?? text,
  (text) => /^\$\$(.*)\$\$$/s.exec(text)?.[1] ?? text,
  (text) => /^\\[([](.*)\\[)\]]$/s.exec(text)?.[1] ?? text,
  (text) => /^\\boxed\{(.*)\}$/s.exec(text)?.[1] ?? text,
  (text) => /^<(\w+)>([^<>]*)<\/\1>$/.exec(text)?.[2] ?? text,
  (text) =>
    /^(?:calc[\w.]*|eval)\((["'])([^"']*)\1\)$/i.exec(text)?.[2] ?? text,
  (text) => text.replace(/^(?:>>>|In ?\[\d*\]:)/, ""),
  dropLabel,
  (text) => text.replace(ENGLISH_OPENING, ""),
  (text) => text.replace(CHINESE_OPENING, ""),
  (text) => text.replace(/^[=≈]+/, ""),
  (text) => text.replace(ENDING, ""),
];

/** `Total cost:`, but not `if x:` or `10:`. */
const LABEL =
  /^(?!(?:if|elif|else|for|while|with|def|class|try|lambda|at|from|until)\b)[\p{L}_]+(?: [\p{L}_]+){0,3}\s*:(?!=)/iu;

/**
 * Any words before a plain sum: `buy 3 get 1 free: 3 * 20`. Excludes times of
 * day, ratios, conditions and programs.
 */
const PROSE =
  /^(?!(?:if|elif|else|for|while|with|def|class|try|lambda|until)\b)[^:=?{}[\]"'\n]*\p{L}[^:=?{}[\]"'\n]*(?:(?<!\d ?):|(?<=\d):(?=\s))\s*(?=[^\p{L}:]*\d[^\p{L}:]*[-+*/^×÷−][^\p{L}:]*\d[^\p{L}:]*[元€$]?$)/iu;

/** Words that say what to do with what follows. */
const OPERATION =
  /\b(?:root|log|ln|sine?|cos(?:ine)?|tan(?:gent)?|half|double|twice|triple|squared?|cubed?|inverse|negative|factorial|round(?:ed)?|nearest|decimals?|percent(?:age)?)\b|\bof\s*:|半价|平方|立方|一半|倒数|阶乘|[两几]倍|[午上晨点时]\d*\s*:/i;

/** `Average: 80 + 90`, but not `Average: (80 + 90) / 2`. */
function isAverage(label: string, text: string): boolean {
  return (
    /\b(?:average|mean)\b|平均/i.test(label) &&
    !/[/÷]/.test(text.slice(label.length))
  );
}

function dropLabel(text: string): string {
  const [label] = LABEL.exec(text) ?? PROSE.exec(text) ?? [];
  return label === undefined || OPERATION.test(label) || isAverage(label, text)
    ? text
    : text.slice(label.length);
}

const ENGLISH_OPENING =
  /^(?:please|can you|could you|tell me|what(?:'s| is| are| does)|how much (?:is|are|does)|calculate|compute|evaluate|solve|work out|find|the (?:value|result|answer|product of calculating) (?:of|to|is)|(?:let me|i need to|let's) (?:calculate|compute))(?=[\s:])[\s:]*/i;

const CHINESE_OPENING =
  /^(?:请问|请|帮我|帮忙|计算|算|求|一下|下|表达式)[\s:]*/;

const ENDING =
  /(?:[=≈?.;。,，]|\b(?:is|equals?|please)|等于|请问|是|得|几|多少|结果)$/i;

function unwrapJson(text: string): string {
  if (!/^[{"]/.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return findExpression(value) ?? text;
  } catch {
    return /^\{'\w+': *'([^']*)'\}$/.exec(text)?.[1] ?? text;
  }
}

/** The `expression`, or the only string in the object under any key. */
function findExpression(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  const fields = asObject(value);
  const { expression } = fields;
  if (typeof expression === "string") return expression;
  if (typeof expression === "number") return String(expression);
  const texts = Object.values(fields).filter(
    (field) => typeof field === "string",
  );
  return texts.length === 1 ? texts[0] : undefined;
}
