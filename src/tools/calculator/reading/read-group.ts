import type { Fraction } from "fraction.js";
import { refuse } from "../calculation-error.ts";
import { inBrackets, operatorAt } from "./inserted-tokens.ts";
import { isSign, startsOperand, type Token } from "./token.ts";

/** Tokens in another writing; `length` says how many there were. */
export interface Group {
  readonly written: readonly Token[];
  readonly length: number;
}

/** Of the tokens that are looked at together: 1 mi 2 yd 3 ft 4 in. */
export const LONGEST_GROUP = 16;

/**
 * What people write without operators or brackets: `6 ft 2 in` adds, `3 1/2` is a mixed number, `sin 30 deg` a call.
 * `rest`: the next tokens, behind `previous`.
 */
export function readGroup(
  rest: readonly Token[],
  { previous, text }: { previous: Token | undefined; text: string },
): Group {
  return (
    readMixedNumber(rest) ??
    readPartOfUnit(rest, previous) ??
    readCompound(rest) ??
    readBareCall(rest, text) ?? { written: rest.slice(0, 1), length: 1 }
  );
}

/** `3 1/2` → `(3 + 1/2)`. */
function readMixedNumber([whole, above, slash, below]: readonly Token[]):
  Group | undefined {
  if (!isWhole(whole) || !isWhole(above) || !isSign(slash, "/"))
    return undefined;
  if (!isWhole(below) || slash === undefined) return undefined;
  if (above.end !== slash.start || slash.end !== below.start) return undefined;
  if (above.value.n >= below.value.n) return undefined;
  const plus = operatorAt("+", above);
  return { written: inBrackets([whole, plus, above, slash, below]), length: 4 };
}

/** `1/2 h` → `(1/2) h`, which would be divided by hours otherwise. */
function readPartOfUnit(
  [above, slash, below, unit]: readonly Token[],
  previous: Token | undefined,
): Group | undefined {
  if (!isWhole(above) || !isSign(slash, "/") || !isWhole(below))
    return undefined;
  const isTight = above.end === slash?.start && slash.end === below.start;
  const isFirst = previous === undefined || /^[-+(]$/.test(signOf(previous));
  if (!isTight || !isFirst || unit?.kind !== "unit") return undefined;
  return { written: inBrackets([above, slash, below]), length: 3 };
}

/** `6 ft 2 in` → `(6 ft + 2 in)`. */
function readCompound(rest: readonly Token[]): Group | undefined {
  const written: Token[] = [];
  let length = 0;
  for (; ; length += 2) {
    const [number, unit] = rest.slice(length, length + 2);
    if (number?.kind !== "number" || unit?.kind !== "unit") break;
    if (length > 0) written.push(operatorAt("+", number));
    written.push(number, operatorAt(" ", unit), unit);
  }
  return length > 2 ? { written: inBrackets(written), length } : undefined;
}

/** `sqrt 16`, `sin 30 deg`. What follows must be a plain operator: `sin 2 pi` has two readings. */
function readBareCall(
  [call, operand, unit, following]: readonly Token[],
  text: string,
): Group | undefined {
  if (call?.kind !== "function" || operand?.kind === "open") return undefined;
  const isOperand =
    operand !== undefined &&
    ["number", "constant", "variable"].includes(operand.kind);
  const hasUnit = unit?.kind === "unit";
  const next = hasUnit ? following : unit;
  if (!isOperand || startsOperand(next) || /^[\^!]$/.test(signOf(next)))
    refuse(`${call.operation.name} needs brackets`, {
      text,
      index: call.start,
      hint: `Write its values in brackets: ${call.operation.name}(2).`,
    });
  const value = hasUnit ? [operand, operatorAt(" ", unit), unit] : [operand];
  return {
    written: [call, ...inBrackets(value)],
    length: hasUnit ? 3 : 2,
  };
}

function isWhole(
  token: Token | undefined,
): token is Token & { kind: "number"; value: Fraction } {
  return token?.kind === "number" && token.value.d === 1n;
}

function signOf(token: Token | undefined): string {
  return token !== undefined && "sign" in token ? token.sign : "";
}
