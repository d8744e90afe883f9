import type { Fraction } from "fraction.js";
import type { Operation } from "../operations/operation.ts";
import type { UnitTerm } from "../units/unit.ts";

/** Where a token stands in its text: the first character, and the one behind the last. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A piece of an expression. */
export type Token = Place &
  (
    | { readonly kind: "number"; readonly value: Fraction }
    /** Behind a number: 2.5 million, 10k. */
    | { readonly kind: "scale"; readonly factor: Fraction }
    | { readonly kind: "percent" }
    | { readonly kind: "unit"; readonly terms: readonly UnitTerm[] }
    | { readonly kind: "variable"; readonly name: string }
    | { readonly kind: "constant"; readonly operation: Operation }
    | { readonly kind: "function"; readonly operation: Operation }
    /** `sign` as in mathjs; a blank multiplies before any other operator. */
    | { readonly kind: "operator"; readonly sign: string }
    | { readonly kind: "open"; readonly sign: "(" | "[" }
    | { readonly kind: "close"; readonly sign: ")" | "]" }
    | { readonly kind: "separator"; readonly sign: "," | ";" }
  );

export function isSign(token: Token | undefined, sign: string): boolean {
  return token !== undefined && "sign" in token && token.sign === sign;
}

/** Whether a value begins with this token; a sign in front of it is not counted. */
export function startsOperand(token: Token | undefined): boolean {
  return token !== undefined && STARTS.has(token.kind);
}

/** Whether a value is complete with this token, so that an operator may follow. */
export function endsOperand(token: Token | undefined): boolean {
  return (
    token !== undefined &&
    (ENDS.has(token.kind) || isSign(token, "!") || isSign(token, "'"))
  );
}

const STARTS: ReadonlySet<Token["kind"]> = new Set([
  "number",
  "variable",
  "constant",
  "function",
  "open",
]);

const ENDS: ReadonlySet<Token["kind"]> = new Set([
  "number",
  "scale",
  "percent",
  "unit",
  "variable",
  "constant",
  "close",
]);
