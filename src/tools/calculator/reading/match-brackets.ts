import { refuse } from "../calculation-error.ts";
import type { Operation } from "../operations/operation.ts";
import { isSign, type Token } from "./token.ts";

/** A pair of brackets, or the whole expression. Indices are those of tokens. */
export interface Bracket {
  readonly open: number;
  readonly close: number;
  /** `call`: the values of a function. `list`: square brackets. `group`: round ones. */
  readonly kind: "whole" | "call" | "list" | "group";
  /** The function that is called. */
  readonly operation?: Operation | undefined;
  /** Whether it is a function's value by itself: sum((1, 2)). */
  readonly isArgument: boolean;
  /** Its own separators, without those of brackets inside. */
  readonly separators: readonly number[];
}

/** The parser calls itself for every bracket; with many more, the stack of a small runtime could end. */
const MAX_DEPTH = 30;

/** All pairs, from the inside out. Throws `CalculationError` at a bracket without its other half. */
export function matchBrackets(
  tokens: readonly Token[],
  text: string,
): readonly Bracket[] {
  const brackets: Bracket[] = [];
  const whole: OpenBracket = { open: -1, kind: "whole", separators: [] };
  const stack = [whole];
  for (const [index, token] of tokens.entries()) {
    const current = stack.at(-1) ?? whole;
    if (token.kind === "separator") current.separators.push(index);
    if (token.kind === "open") {
      if (stack.length > MAX_DEPTH)
        refuseBracket("too many open brackets", token, text);
      stack.push(openBracket(tokens, index));
    }
    if (token.kind === "close") {
      stack.pop();
      const outer = stack.at(-1);
      if (outer === undefined || !isPair(tokens[current.open], token))
        refuseBracket(`unexpected ${JSON.stringify(token.sign)}`, token, text);
      const isArgument =
        outer.kind === "call" &&
        isBorder(tokens[current.open - 1]) &&
        isBorder(tokens[index + 1]);
      brackets.push({ ...current, isArgument, close: index });
    }
  }
  const unclosed = tokens[stack.at(-1)?.open ?? -1];
  if (unclosed !== undefined)
    refuseBracket(
      `unclosed ${JSON.stringify(text.charAt(unclosed.start))}`,
      unclosed,
      text,
    );
  return [...brackets, { ...whole, isArgument: false, close: tokens.length }];
}

interface OpenBracket extends Omit<Bracket, "close" | "isArgument"> {
  readonly separators: number[];
}

function openBracket(tokens: readonly Token[], open: number): OpenBracket {
  const [previous, token] = [tokens[open - 1], tokens[open]];
  if (isSign(token, "[")) return { open, kind: "list", separators: [] };
  return previous?.kind === "function"
    ? { open, kind: "call", operation: previous.operation, separators: [] }
    : { open, kind: "group", separators: [] };
}

function isBorder(token: Token | undefined): boolean {
  return (
    token !== undefined && ["open", "close", "separator"].includes(token.kind)
  );
}

function isPair(open: Token | undefined, close: Token): boolean {
  return isSign(open, "(") ? isSign(close, ")") : isSign(close, "]");
}

function refuseBracket(
  problem: string,
  { start: index }: Token,
  text: string,
): never {
  const hint = "Every bracket needs its other half, and 30 may be open.";
  refuse(problem, { text, index, hint });
}
