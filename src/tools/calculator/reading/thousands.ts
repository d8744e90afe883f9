import { refuse } from "../calculation-error.ts";
import type { Operation } from "../engine/values.ts";
import { matchAt, type Token } from "./token.ts";
import { parseNumber } from "./tokenize.ts";

/**
 * The meaning of a pair of brackets: arguments of a call, a list, an index, or
 * a group. `whole`: the expression itself, without brackets.
 */
export interface Bracket {
  readonly kind: "whole" | "call" | "list" | "index" | "group";
  /** Index of the opening token; -1 for `whole`. */
  readonly open: number;
  readonly operation?: Operation;
  /** Directly inside the brackets of a call. */
  readonly isInCall?: boolean;
}

/**
 * `1,234.5`; Indian `1,00,000`, Chinese `1,2345,6789`. One comma before four
 * digits, or after a leading 0, may be a decimal comma.
 */
const GROUPED_NUMBER =
  /(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3}|[1-9]\d{0,3}(?:,\d{4}){2,})(?:\.\d+)?(?![\d.]|,\d)/y;

/** A value is never written as 000 or 050. */
const CERTAINLY_GROUPED = /^,0\d/;

/** Tokens `first` to `last`, which look like one number with separators. */
interface GroupedNumber {
  readonly first: number;
  readonly last: number;
  readonly written: string;
}

/**
 * Joins the numbers directly inside a bracket at their thousands separators. In
 * a call or list, where commas also separate values, throws `CalculationError`
 * if that is ambiguous.
 */
export function joinThousands(
  tokens: readonly Token[],
  text: string,
  bracket: Bracket,
): readonly Token[] {
  const { separators, isArgument, end } = findSeparators(tokens, bracket);
  const numbers = findGroupedNumbers(separators, tokens, text);
  const between = separators.filter(
    (index) =>
      !numbers.some(({ first, last }) => first < index && index < last),
  );
  const textAt = (index: number) => text.slice(tokens[index]?.start);
  const tight = between.find((index) => {
    const [before, comma, after] = tokens.slice(index - 1, index + 2);
    const isOfNumbers = before?.kind === "number" && after?.kind === "number";
    return (
      isOfNumbers && before.end === comma?.start && comma.end === after.start
    );
  });
  const isSum =
    between.length === 1 || end - bracket.open > 2 * separators.length + 2;
  const isUnclear =
    bracket.kind === "group" ? !isArgument && isSum : isMixed(between, textAt);
  const isAmount =
    bracket.kind === "whole" ||
    (bracket.kind === "group" && between.length === 0 && !isArgument);
  const [, most = Infinity] = bracket.operation?.arity ?? [];
  const isGrouped = separators.some((index) =>
    CERTAINLY_GROUPED.test(textAt(index)),
  );
  const isSpaced = between.every((index) => textAt(index).startsWith(", "));
  // As in max(1,500, 2,500). Groups of three from the start, as in [100,200,
  // 300], can be values.
  const isShort =
    between.length > 0 &&
    numbers.some(({ written }) => /^\d{1,2},/.test(written));
  const isCertain =
    separators.length >= most || (isSpaced && (isGrouped || isShort));
  if (isAmount || (numbers.length > 0 && isCertain))
    return join(tokens, numbers);
  if (isGrouped || (isSpaced && between.length > 0 && numbers.length > 0))
    refuseCommas(
      separators[0],
      "Write numbers in it without thousands separators, e.g. max(1500, 2000).",
    );
  if (tight !== undefined && isUnclear)
    refuseCommas(
      tight,
      "Write decimals with a point, e.g. 1.5, and lists in square brackets with spaces, e.g. [1, 5].",
    );
  return tokens;

  function refuseCommas(index: number | undefined, hint: string): never {
    const { start = 0 } = tokens[index ?? 0] ?? {};
    refuse("unclear commas", { text, index: start, hint });
  }
}

/** Some commas with a space after them, as between values, and some without. */
function isMixed(
  commas: readonly number[],
  textAt: (index: number) => string,
): boolean {
  const spaced = commas.filter((index) => textAt(index).startsWith(", "));
  return spaced.length > 0 && spaced.length < commas.length;
}

/**
 * The separators directly inside the bracket. `isArgument`: it is an argument
 * of a call: sum((1, 2)).
 */
function findSeparators(
  tokens: readonly Token[],
  { open, isInCall }: Bracket,
): { separators: readonly number[]; isArgument: boolean; end: number } {
  const separators: number[] = [];
  let depth = 0;
  let index = open + 1;
  for (; index < tokens.length; index++) {
    const kind = tokens[index]?.kind;
    if (kind === "open") depth++;
    if (kind === "close" && depth-- === 0) break;
    if (kind === "separator" && depth === 0) separators.push(index);
  }
  const isArgument = [tokens[open - 1], tokens[index + 1]].every((token) =>
    /^(?:open|close|separator)$/.test(token?.kind ?? ""),
  );
  return {
    separators,
    isArgument: isInCall === true && isArgument,
    end: index,
  };
}

function findGroupedNumbers(
  separators: readonly number[],
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

function join(
  tokens: readonly Token[],
  numbers: readonly GroupedNumber[],
): readonly Token[] {
  const joined = [...tokens];
  for (const { first, last, written } of numbers.toReversed()) {
    const { start = 0 } = tokens[first] ?? {};
    const value = parseNumber(written.replaceAll(",", ""));
    const number = {
      kind: "number",
      value,
      start,
      end: start + written.length,
    } as const;
    joined.splice(first, last - first + 1, number);
  }
  return joined;
}
