import type { Fraction } from "fraction.js";
import type { Unit } from "../engine/scalars.ts";
import type { Operation } from "../engine/values.ts";

/** A token's range in the text; `end` is exclusive. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

export type Token = Place &
  (
    | { readonly kind: "number"; readonly value: Fraction }
    /** After a number: 2.5 million, 10k. */
    | { readonly kind: "scale"; readonly factor: Fraction }
    | { readonly kind: "unit"; readonly unit: Unit }
    | { readonly kind: "variable"; readonly name: string }
    /** A quoted option: std([2, 4], "biased"). */
    | { readonly kind: "option"; readonly word: string }
    | { readonly kind: "constant"; readonly operation: Operation }
    | { readonly kind: "function"; readonly operation: Operation }
    | {
        readonly kind: "operator" | "open" | "close" | "separator";
        readonly sign: string;
      }
  );

const STARTS = new Set(
  "number variable option constant function open".split(" "),
);
const ENDS = new Set(
  "number scale unit variable option constant close".split(" "),
);

export function isSign(
  token: Token | undefined,
  ...signs: readonly string[]
): boolean {
  return token !== undefined && "sign" in token && signs.includes(token.sign);
}

/** A value starts with this token; ignores signs before it. */
export function startsOperand(token: Token | undefined): boolean {
  return token !== undefined && STARTS.has(token.kind);
}

/** A value may end with this token, so that an operator may follow. */
export function endsOperand(token: Token | undefined): boolean {
  return (
    token !== undefined && (ENDS.has(token.kind) || isSign(token, "!", "'"))
  );
}

export function matchAt(
  pattern: RegExp,
  text: string,
  position: number,
): string | undefined {
  pattern.lastIndex = position;
  return pattern.exec(text)?.[0];
}
