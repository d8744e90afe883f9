import { refuse } from "../calculation-error.ts";
import { inBrackets } from "./inserted-tokens.ts";
import { isSign, type Token } from "./token.ts";

/** Writes `sin^2(x)` as `(sin(x))^2`. Throws `CalculationError` for `sin^-1(x)`, which is asin to some and 1/sin to others. */
export function resolveFunctionPowers(
  tokens: readonly Token[],
  text: string,
): readonly Token[] {
  const index = tokens.findIndex(
    (token, at) => token.kind === "function" && isSign(tokens[at + 1], "^"),
  );
  const [call, raise, exponent, open] = tokens.slice(index, index + 4);
  if (index < 0 || call === undefined || raise === undefined) return tokens;
  const close = findClose(tokens, index + 3);
  if (exponent?.kind !== "number" || open?.kind !== "open" || close < 0)
    refuse("the power of a function is unclear", {
      text,
      index: call.start,
      hint: "Write the power behind the brackets: sin(2)^2; for the inverse write asin.",
    });
  return [
    ...tokens.slice(0, index),
    ...inBrackets([
      call,
      ...resolveFunctionPowers(tokens.slice(index + 3, close + 1), text),
    ]),
    raise,
    exponent,
    ...resolveFunctionPowers(tokens.slice(close + 1), text),
  ];
}

function findClose(tokens: readonly Token[], open: number): number {
  let depth = 0;
  return tokens.findIndex((token, index) => {
    if (index < open) return false;
    if (token.kind === "open") depth++;
    if (token.kind === "close") depth--;
    return depth === 0;
  });
}
