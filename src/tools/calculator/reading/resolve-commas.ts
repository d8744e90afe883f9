import { refuse } from "../calculation-error.ts";
import { type Bracket, matchBrackets } from "./match-brackets.ts";
import { matchAt } from "./match-at.ts";
import { parseNumber } from "./read-number.ts";
import type { Token } from "./token.ts";

/** `1,234.5`; `1,00,000` as in India, `1,2345,6789` as in China. */
const GROUPED_NUMBER =
  /(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}|\d{1,4}(?:,\d{4})+)(?:\.\d+)?(?![\d.]|,\d)/y;

/** Nobody writes the value 0 as 000, or 50 as 050. */
const CERTAINLY_GROUPED = /^,0\d/;

/**
 * Joins numbers at their separators of thousands. Between the brackets of a function or a list a comma may do either;
 * what stays unclear there is refused. Brackets around several values become a list: sum((1, 2)).
 */
export function resolveCommas(
  tokens: readonly Token[],
  text: string,
): readonly Token[] {
  const resolved: (Token | undefined)[] = [...tokens];
  for (const bracket of matchBrackets(tokens, text)) {
    const numbers = findGroupedNumbers(bracket, tokens, text);
    const joined = mayJoin(bracket, numbers, { tokens, text }) ? numbers : [];
    for (const { first, last, written } of joined) {
      const { start = 0 } = tokens[first] ?? {};
      const end = start + written.length;
      const value = parseNumber(written.replaceAll(",", ""));
      resolved.fill(undefined, first, last + 1);
      resolved[first] = { kind: "number", value, start, end };
    }
    const commas = bracket.separators.filter(
      (index) => resolved[index] !== undefined,
    );
    const [comma] = commas;
    if (comma === undefined) continue;
    if (bracket.kind === "whole") refuseComma(tokens[comma], text);
    if (bracket.kind === "group") makeList(resolved, bracket);
  }
  return resolved.filter((token) => token !== undefined);
}

/** Numbers that look like one number with separators: tokens `first` to `last`. */
interface GroupedNumber {
  readonly first: number;
  readonly last: number;
  readonly written: string;
}

function findGroupedNumbers(
  { separators }: Bracket,
  tokens: readonly Token[],
  text: string,
): readonly GroupedNumber[] {
  const found: GroupedNumber[] = [];
  for (const index of separators) {
    const first = index - 1;
    const number = tokens[first];
    if (number?.kind !== "number" || first <= (found.at(-1)?.last ?? -1))
      continue;
    const written = matchAt(GROUPED_NUMBER, text, number.start);
    if (written === undefined) continue;
    const end = number.start + written.length;
    const last = tokens.findIndex((token) => token.end === end);
    found.push({ first, last, written });
  }
  return found;
}

/** Throws `CalculationError` where the commas could separate thousands as well as values. */
function mayJoin(
  bracket: Bracket,
  numbers: readonly GroupedNumber[],
  { tokens, text }: { tokens: readonly Token[]; text: string },
): boolean {
  const { kind, operation, separators, isArgument } = bracket;
  const textAt = (index: number, length: number) => {
    const { start = 0 } = tokens[index] ?? {};
    return text.slice(start, start + length);
  };
  const between = separators.filter(
    (index) =>
      !numbers.some(({ first, last }) => first < index && index < last),
  );
  const isAmount = kind === "group" && between.length === 0 && !isArgument;
  if (kind === "whole" || isAmount) return true;
  const [, most = Infinity] = operation?.arity ?? [];
  if (numbers.length > 0 && separators.length >= most) return true;
  const isGrouped = separators.some((index) =>
    CERTAINLY_GROUPED.test(textAt(index, 3)),
  );
  const isSpaced = between.every((index) => textAt(index, 2) === ", ");
  // As in max(1,500, 2,500). Groups of three from the start, as in [100,200, 300], can be values.
  const isShort =
    between.length > 0 &&
    numbers.some(({ written }) => /^\d{1,2},/.test(written));
  if (isSpaced && numbers.length > 0 && (isGrouped || isShort)) return true;
  if (isGrouped || (isSpaced && between.length > 0 && numbers.length > 0))
    refuse("unclear commas", {
      text,
      index: tokens[separators[0] ?? 0]?.start ?? 0,
      hint: "Write numbers in it without separators of thousands, e.g. max(1500, 2000).",
    });
  return false;
}

function refuseComma(comma: Token | undefined, text: string): never {
  refuse('unexpected ","', {
    text,
    index: comma?.start ?? 0,
    hint: "Write numbers like 1234.5 or 1,234.5, and lists like [1, 2].",
  });
}

function makeList(
  resolved: (Token | undefined)[],
  { open, close }: Bracket,
): void {
  const [first, last] = [resolved[open], resolved[close]];
  if (first?.kind === "open") resolved[open] = { ...first, sign: "[" };
  if (last?.kind === "close") resolved[close] = { ...last, sign: "]" };
}
