import { inBrackets, operatorAt } from "./inserted-tokens.ts";
import { isSign, type Token } from "./token.ts";

/** Writes Python's `a if c else b` as `(c) ? (a) : (b)`, where it is the whole expression. */
export function resolveConditions(tokens: readonly Token[]): readonly Token[] {
  const first = findOutside(tokens, "if");
  const second = findOutside(tokens, "else");
  const [condition, otherwise] = [tokens[first], tokens[second]];
  if (!condition || !otherwise || second < first) return tokens;
  return [
    ...inBrackets(tokens.slice(first + 1, second)),
    operatorAt("?", condition),
    ...inBrackets(tokens.slice(0, first)),
    operatorAt(":", otherwise),
    ...inBrackets(resolveConditions(tokens.slice(second + 1))),
  ];
}

function findOutside(tokens: readonly Token[], sign: string): number {
  let depth = 0;
  return tokens.findIndex((token) => {
    if (token.kind === "open") depth++;
    if (token.kind === "close") depth--;
    return depth === 0 && isSign(token, sign);
  });
}
