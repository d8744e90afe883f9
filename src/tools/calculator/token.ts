/** A piece of an expression. */
export interface Token {
  readonly kind:
    "number" | "constant" | "function" | "operator" | "(" | ")" | ",";
  /** A number without separators, a function without its module. */
  readonly text: string;
  /** Where it stands in the expression: the first character, and the one behind the last. */
  readonly start: number;
  readonly end: number;
}

/** Whether a value begins with this token; a sign in front of it is not counted. */
export function startsOperand({ kind }: Token): boolean {
  return ["number", "constant", "function", "("].includes(kind);
}

/** Whether a value is complete with this token, so that an operator may follow. */
export function endsOperand({ kind, text }: Token): boolean {
  return ["number", "constant", ")"].includes(kind) || text === "!";
}
