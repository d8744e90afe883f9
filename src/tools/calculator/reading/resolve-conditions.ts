import { inBrackets, operatorAt } from "./inserted-tokens.ts";
import { isSign, type Token } from "./token.ts";

/** Signs that end what `not` applies to. */
const ENDS = ["and", "or", "xor", "?", ":", ","];

/** Writes `not a < b` as `not (a < b)`, as in Python. */
export function resolveNegations(tokens: readonly Token[]): readonly Token[] {
  const index = tokens.findIndex((token) => isSign(token, "not"));
  if (index < 0) return tokens;
  const rest = resolveNegations(tokens.slice(index + 1));
  let depth = 0;
  const end = rest.findIndex((token) => {
    if (token.kind === "open") depth++;
    if (token.kind === "close") depth--;
    return (
      depth < 0 || (depth === 0 && ENDS.some((sign) => isSign(token, sign)))
    );
  });
  const operand = end < 0 ? rest : rest.slice(0, end);
  return [
    ...tokens.slice(0, index + 1),
    ...inBrackets(operand),
    ...rest.slice(operand.length),
  ];
}

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
