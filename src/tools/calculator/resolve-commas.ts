import { CalculationError, describePlace } from "./calculation-error.ts";
import { endsOperand, type Token } from "./token.ts";

/** The parser calls itself for every bracket; with many more, the stack of a small runtime could end. */
const MAX_OPEN_BRACKETS = 30;

/** `1,234.5`; also `1,00,000`, as in India. */
const GROUPED_NUMBER =
  /(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})(?:\.\d+)?(?![\d,.])/y;

/** What looks like it between the values of a function. */
const GROUPS = /\d{1,3}(?:,\d{3})+(?!\d)/y;

interface Bracket {
  readonly start: number;
  /** Whether it holds the values of a function. */
  readonly isCall: boolean;
  hasGroups: boolean;
  hasSpacedCommas: boolean;
}

/**
 * Joins numbers at their separators of thousands. Between the brackets of a function commas separate values, and what
 * could be either is refused, as are brackets that do not match and several expressions in several lines.
 */
export function resolveCommas(
  tokens: readonly Token[],
  text: string,
): readonly Token[] {
  const joined: Token[] = [];
  const open: Bracket[] = [];
  for (const token of tokens) {
    const previous = joined.at(-1);
    if (previous !== undefined && token.start < previous.end) continue;
    if (open.length === 0) refuseNewLine(text, previous, token);
    const bracket = open.at(-1);
    if (token.kind === "(") open.push(openBracket(text, token, previous, open));
    if (token.kind === ")") closeBracket(text, token, open.pop());
    if (token.kind === ",") noteComma(text, token, bracket);
    joined.push(
      token.kind === "number" ? joinNumber(text, token, bracket) : token,
    );
  }
  const [unclosed] = open;
  if (unclosed !== undefined)
    refuse(
      'unclosed "("',
      text,
      unclosed.start,
      "Every bracket needs its other half.",
    );
  return joined;
}

function openBracket(
  text: string,
  { start }: Token,
  previous: Token | undefined,
  open: readonly Bracket[],
): Bracket {
  if (open.length === MAX_OPEN_BRACKETS)
    refuse("too many open brackets", text, start, "Calculate in parts.");
  return {
    start,
    isCall: previous?.kind === "function",
    hasGroups: false,
    hasSpacedCommas: false,
  };
}

function closeBracket(
  text: string,
  { start }: Token,
  bracket: Bracket | undefined,
): void {
  if (bracket === undefined)
    refuse('unexpected ")"', text, start, "No bracket is open there.");
  if (bracket.hasGroups && bracket.hasSpacedCommas)
    refuseUnclearCommas(text, bracket.start);
}

function noteComma(
  text: string,
  { start, end }: Token,
  bracket: Bracket | undefined,
): void {
  if (bracket?.isCall !== true)
    refuse(
      'unexpected ","',
      text,
      start,
      "Write numbers like 1234.5 or 1,234.5.",
    );
  bracket.hasSpacedCommas ||= /\s/.test(text.charAt(end));
}

function joinNumber(
  text: string,
  token: Token,
  bracket: Bracket | undefined,
): Token {
  const isCall = bracket?.isCall === true;
  const pattern = isCall ? GROUPS : GROUPED_NUMBER;
  pattern.lastIndex = token.start;
  const grouped = pattern.exec(text)?.[0];
  if (grouped === undefined) return token;
  if (!isCall)
    return {
      ...token,
      text: grouped.replaceAll(",", ""),
      end: token.start + grouped.length,
    };
  // Nobody writes the value 0 as 000.
  if (/,0\d/.test(grouped)) refuseUnclearCommas(text, bracket.start);
  bracket.hasGroups = true;
  return token;
}

/** Two lines may be two expressions, and `100` above `-20` is not 80. */
function refuseNewLine(
  text: string,
  previous: Token | undefined,
  token: Token,
): void {
  if (previous === undefined || !endsOperand(previous)) return;
  if (text.slice(previous.end, token.start).includes("\n"))
    refuse("a new line", text, previous.end, "Write one expression at a time.");
}

function refuseUnclearCommas(text: string, index: number): never {
  refuse(
    "unclear commas",
    text,
    index,
    "Between the brackets of a function write numbers without separators of thousands, e.g. max(1500, 2000).",
  );
}

function refuse(
  problem: string,
  text: string,
  index: number,
  hint: string,
): never {
  throw new CalculationError(
    `${problem} ${describePlace(text, index)}. ${hint}`,
  );
}
