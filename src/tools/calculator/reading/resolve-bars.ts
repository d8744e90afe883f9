import { findFunction } from "../operations/find-operation.ts";
import { endsOperand, isSign, type Token } from "./token.ts";

/** Writes `|-5|` as `abs(-5)`; a bar between two values is the bit operator. */
export function resolveBars(tokens: readonly Token[]): readonly Token[] {
  const operation = findFunction("abs");
  if (operation === undefined || !tokens.some((token) => isSign(token, "|")))
    return tokens;
  const resolved: Token[] = [];
  /** For each open bracket, whether a bar opened it. */
  const open: boolean[] = [];
  for (const token of tokens) {
    const { start, end } = token;
    if (!isSign(token, "|")) {
      if (token.kind === "open") open.push(false);
      if (token.kind === "close") open.pop();
      resolved.push(token);
    } else if (!endsOperand(resolved.at(-1))) {
      open.push(true);
      resolved.push({ kind: "function", operation, start, end });
      resolved.push({ kind: "open", sign: "(", start, end });
    } else if (open.at(-1) === true) {
      open.pop();
      resolved.push({ kind: "close", sign: ")", start, end });
    } else resolved.push(token);
  }
  return resolved;
}
