import { refuse } from "../calculation-error.ts";
import { endsOperand, isSign, startsOperand, type Token } from "./token.ts";

/** Tells percentages from remainders, and what `of` multiplies. Throws `CalculationError` where it is unclear. */
export function resolvePercents(
  tokens: readonly Token[],
  text: string,
): readonly Token[] {
  return tokens.map((token, index) => {
    const { start, end } = token;
    if (isSign(token, "%"))
      return isPercent(tokens, index, text)
        ? { kind: "percent", start, end }
        : { kind: "operator", sign: "mod", start, end };
    if (!isSign(token, "of")) return token;
    refuseUnclearOf(tokens, index, text);
    return { kind: "operator", sign: "*", start, end };
  });
}

/** A `%` between two values is the remainder, any other a percentage. */
function isPercent(
  tokens: readonly Token[],
  index: number,
  text: string,
): boolean {
  const [previous, sign, next] = tokens.slice(index - 1, index + 2);
  if (sign === undefined || !endsOperand(previous))
    return refuse('unexpected "%"', {
      text,
      index: tokens[index]?.start ?? 0,
      hint: "Write 25%, 25% of 300, or 7 % 3 for the remainder.",
    });
  if (next === undefined) return true;
  const isCloseBefore = previous?.end === sign.start;
  const isCloseBehind = sign.end === next.start;
  // 7 % -3 is a remainder, 100% - 35% and 8%-5% are differences.
  if (isAdditive(next))
    return isCloseBefore || isCloseBehind || !isSigned(tokens, index + 1);
  if (!startsOperand(next)) return true;
  if (isCloseBefore && !isCloseBehind)
    refuse('unclear "%"', {
      text,
      index: sign.start,
      hint: "Write 10% of 4 for a part of 4, or 10 mod 4 for the remainder.",
    });
  return false;
}

function isAdditive(token: Token | undefined): boolean {
  return isSign(token, "-") || isSign(token, "+");
}

/** Whether the signs from there on belong to the value behind them: -3, but not - 3. */
function isSigned(tokens: readonly Token[], first: number): boolean {
  let index = first;
  while (isAdditive(tokens[index])) {
    if (tokens[index]?.end !== tokens[index + 1]?.start) return false;
    index++;
  }
  return startsOperand(tokens[index]);
}

/** "100 / 20% of 50" could be 10 or 25,000. */
function refuseUnclearOf(
  tokens: readonly Token[],
  index: number,
  text: string,
): void {
  const place = { text, index: tokens[index]?.start ?? 0 };
  if (!isSign(tokens[index - 1], "%"))
    refuse('unexpected "of"', {
      ...place,
      hint: "It is known behind a percentage only: 25% of 300.",
    });
  const before = tokens[index - 3];
  if (["/", "./", "%", "mod"].some((sign) => isSign(before, sign)))
    refuse('unclear "of"', {
      ...place,
      hint: "Put the percentage and what it is taken of into brackets.",
    });
}
