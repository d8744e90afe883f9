import {
  CalculationError,
  DateRefusal,
  describePlace,
} from "../calculation-error.ts";
import type { Expression, Statement } from "../expression.ts";
import { rewriteChinese } from "./chinese.ts";
import { normaliseCharacters, unwrapText } from "./clean-text.ts";
import { readCurrency } from "./currency.ts";
import { joinDigits } from "./digits.ts";
import { rewriteDurations } from "./durations.ts";
import { rewriteEnglish } from "./english.ts";
import { rewriteNumberWords } from "./number-words.ts";
import { parse } from "./parser.ts";
import { rewriteSigns } from "./signs.ts";
import { tokenize } from "./tokenize.ts";

/**
 * In UTF-16 units. Limits the work, since a calculation cannot be interrupted.
 */
const MAX_LENGTH = 1_000;
const MAX_STATEMENTS = 50;

/**
 * Parses a model's text into statements. Throws `CalculationError` if it cannot
 * be understood.
 */
export function parseProgram(written: string): readonly Statement[] {
  refuseLong(written);
  const bare = unwrapText(normaliseCharacters(written));
  const names = new Set<string>();
  return splitStatements(bare.replace(CONDITION, "$2\n$1")).map((line) => {
    const { name, text } = readAssignment(line);
    const expression = parseExpression(text, names);
    if (name !== undefined) addName(names, name);
    return { name, expression };
  });
}

function parseExpression(
  written: string,
  names: ReadonlySet<string>,
): Expression {
  refuseDate(written);
  const text = rewritePhrases(unwrapText(written)).replaceAll(
    SERIES,
    (series, name: string, body: string, ...rest: string[]) =>
      names.has(rest[0] ?? "")
        ? series
        : writeSeries(series, name, body, ...rest),
  );
  // Rewriting may lengthen the text: ½ becomes several characters.
  refuseLong(text);
  const loops = text.matchAll(/\bfor (\p{L}[\p{L}\d_]*) in\b/gu);
  const items = new Set(Array.from(loops, ([, name = ""]) => name));
  const isVariable = (name: string) => names.has(name) || items.has(name);
  return parse(tokenize(text, { isVariable }), text);
}

/** `sum(i^2, i, 1, 10)` and `sum(i^2, (i, 1, 10))`, as in Maxima and sympy. */
const SERIES =
  /\b(sum|prod|product)\(([^,]+), ?\(?([a-z]), ?(-?\d+), ?(-?\d+)\)?\)/gi;

function writeSeries(
  written: string,
  name: string,
  body: string,
  index = "",
  first = "",
  last = "",
): string {
  return new RegExp(`(?<!\\p{L})${index}(?!\\p{L})`, "u").test(body)
    ? `${name.toLowerCase()}(${body} for ${index} in range(${first}, ${last} + 1))`
    : written;
}

function addName(names: Set<string>, name: string): void {
  if (!names.has(name) && isPhrase(name))
    throw new CalculationError(
      `the name ${JSON.stringify(name)} means something else here. Choose another, e.g. x.`,
    );
  names.add(name);
}

function refuseLong(text: string): void {
  if (text.length > MAX_LENGTH)
    throw new CalculationError(
      `the expression is too long (${text.length} characters; at most ${MAX_LENGTH}). Calculate it in parts.`,
    );
}

/**
 * Rewrites signs, words and amounts of money as operators and calls. Throws
 * `CalculationError` for several currencies.
 */
function rewritePhrases(text: string): string {
  const amounts = readCurrency(rewriteNumberWords(joinDigits(text)));
  const durations = rewriteDurations(rewriteSigns(amounts));
  return rewriteChinese(rewriteEnglish(durations));
}

/** The name has another meaning: `one`, `percent`, `dollars`. */
function isPhrase(name: string): boolean {
  return [name, `2 ${name}`].some((text) => rewritePhrases(text) !== text);
}

/** Splits a text at line breaks and semicolons. Drops comments and imports. */
function splitStatements(text: string): readonly string[] {
  const statements: string[] = [];
  for (const part of splitOutsideBrackets(text.replaceAll(COMMENT, ""))) {
    const statement = part
      .trim()
      .replace(/^(?:let|const|var|return)\s+(?=\S)/, "");
    if (statement === "" || IMPORT.test(statement)) continue;
    const previous = statements.at(-1);
    if (previous !== undefined && continues(previous, statement))
      statements[statements.length - 1] = `${previous} ${statement}`;
    else statements.push(statement);
  }
  if (statements.length > MAX_STATEMENTS)
    throw new CalculationError(
      `there are too many lines (${statements.length}; at most ${MAX_STATEMENTS}). Calculate it in parts.`,
    );
  return statements;
}

/**
 * Reads `total = 3 * 4`, and `total += 5`. Does not match `3 = 4`, `a == b` or
 * `__proto__ = 5`.
 */
function readAssignment(statement: string): {
  name?: string | undefined;
  text: string;
} {
  const [definition, called] = DEFINITION.exec(statement) ?? [];
  if (definition !== undefined)
    throw new CalculationError(
      called === undefined
        ? "a list cannot be changed. Write all of it, e.g. a = [5, 6, 7]."
        : "functions cannot be defined. Write the formula with numbers in place of its letters.",
    );
  const [, name, operator, text = statement] =
    /^(?!__)([\p{L}_][\p{L}\p{M}\d_]*)\s*(?::|(\*\*|\/\/|[-+*/%]))?=(?!=)([^]*)$/u.exec(
      statement,
    ) ?? [];
  return operator === undefined
    ? { name, text: text.trim() }
    : { name, text: `${name} ${operator} (${text.trim()})` };
}

/** `f(x) = x^2`, `a[1] = 5` */
const DEFINITION =
  /^[\p{L}_][\p{L}\d_]*(?:(\([\p{L}_, ]*\))|\[[^=]*\])\s*=(?!=)/u;

const IMPORT = /^(?:import|from)\s+[\w.]+(?:\s+(?:as|import)\s+[\w*, ]+)?$/;

const COMMENT = /#.*$|^\s*\/\/.*$/gm;

function splitOutsideBrackets(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (/[([{]/.test(character)) depth++;
    if (/[)\]}]/.test(character)) depth--;
    if (depth > 0 || !/[\n;]/.test(character)) continue;
    parts.push(text.slice(start, index));
    start = index + 1;
  }
  return [...parts, text.slice(start)];
}

/**
 * A line continues on the next one: `2 +` before `3`. Throws `CalculationError`
 * if that is ambiguous: `100` before `-20`.
 */
function continues(previous: string, next: string): boolean {
  if (/[-+*/^,(]$/.test(previous)) return true;
  if (/^[-+]/.test(next))
    throw new CalculationError(
      `a new line ${describePlace(`${previous} ${next}`, previous.length)} is unclear. Write each expression on one line.`,
    );
  return /^[*/^×÷]/.test(next);
}

/** `2x + 1 where x = 3` */
const CONDITION =
  /^([^\n;=]+?),? (?:where|for|when|if|given) (\p{L}[\p{L}\d_]* ?= ?[^\n;,=]+)$/iu;

/**
 * Throws `CalculationError` for dates and times of day, which are not
 * supported: as arithmetic, 2024-12-25 would be 1987.
 */
function refuseDate(text: string): void {
  const [date] = DATE.exec(text) ?? [];
  if (date !== undefined)
    throw new DateRefusal(
      `${date} looks like a date, and dates are not supported. If it is arithmetic, put spaces around the operators.`,
    );
  const [time] = TIME.exec(text) ?? [];
  if (time !== undefined && !text.includes("?"))
    throw new CalculationError(
      `${time} looks like a time of day, which is not supported. Write hours and minutes, e.g. 2 h + 15 min.`,
    );
}

const DATE =
  /\b\d{4}([-/])\d{1,2}\1\d{1,2}\b|\b\d{1,2}([-/.])\d{1,2}\2\d{4}\b|\d{4}年\d{1,2}月/;

/** Excludes ranges, as in sum(1:10). */
const TIME = /(?<!\w\()\b\d{1,2}:\d{2}\b/;
