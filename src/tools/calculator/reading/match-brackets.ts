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
  const whole = createBracket({ open: -1, kind: "whole" });
  const stack = [whole];
  for (const [index, token] of tokens.entries()) {
    const current = stack.at(-1) ?? whole;
    if (token.kind === "separator") current.separators.push(index);
    if (token.kind === "open") {
      if (stack.length > MAX_DEPTH)
        refuse("too many open brackets", {
          text,
          index: token.start,
          hint: "Calculate in parts.",
        });
      const previous = tokens[index - 1];
      const isCall = token.sign === "(" && previous?.kind === "function";
      stack.push(
        createBracket({
          open: index,
          kind: isCall ? "call" : token.sign === "[" ? "list" : "group",
          operation: isCall ? previous.operation : undefined,
        }),
      );
    }
    if (token.kind === "close") {
      if (stack.length === 1 || !isPair(tokens[current.open], token))
        refuse(`unexpected ${JSON.stringify(token.sign)}`, {
          text,
          index: token.start,
          hint: "Every bracket needs its other half.",
        });
      stack.pop();
      const isArgument =
        stack.at(-1)?.kind === "call" &&
        isBorder(tokens[current.open - 1]) &&
        isBorder(tokens[index + 1]);
      brackets.push({ ...current, isArgument, close: index });
    }
  }
  const unclosed = tokens[stack.at(-1)?.open ?? -1];
  if (unclosed !== undefined)
    refuse(`unclosed ${JSON.stringify(text.charAt(unclosed.start))}`, {
      text,
      index: unclosed.start,
      hint: "Every bracket needs its other half.",
    });
  return [...brackets, { ...whole, isArgument: false, close: tokens.length }];
}

interface OpenBracket extends Omit<Bracket, "close" | "isArgument"> {
  readonly separators: number[];
}

function createBracket(bracket: Omit<OpenBracket, "separators">): OpenBracket {
  return { ...bracket, separators: [] };
}

function isBorder(token: Token | undefined): boolean {
  return (
    token !== undefined && ["open", "close", "separator"].includes(token.kind)
  );
}

function isPair(open: Token | undefined, close: Token): boolean {
  return isSign(open, "(") ? isSign(close, ")") : isSign(close, "]");
}
