import { Fraction } from "fraction.js";
import { refuse } from "../calculation-error.ts";
import { inBrackets, operatorAt } from "./inserted-tokens.ts";
import { endsOperand, isSign, startsOperand, type Token } from "./token.ts";

/**
 * Writes what people leave out between two values: `2 (3)` and `2 pi` multiply, `6 ft 2 in` adds, `3 1/2` is a mixed
 * number, `sin 30 deg` a call. Throws `CalculationError` where nothing may be left out, as in `2 2`.
 */
export function joinOperands(
  tokens: readonly Token[],
  text: string,
): readonly Token[] {
  const joined: Token[] = [];
  const scaled = mergeScales(tokens);
  for (let index = 0; index < scaled.length;) {
    const rest = scaled.slice(index, index + LONGEST_GROUP);
    const { written, length } =
      readMixedNumber(rest) ??
      readPartOfUnit(rest, joined.at(-1)) ??
      readCompound(rest) ??
      readBareCall(rest, text) ??
      readOne(rest);
    const [first] = written;
    if (first === undefined) break;
    joined.push(...connect(joined, first, text), ...written);
    index += length;
  }
  return joined;
}

/** A group of tokens in another writing; `length` says how many there were. */
interface Group {
  readonly written: readonly Token[];
  readonly length: number;
}

/** Of the tokens that are looked at together: 1 mi 2 yd 3 ft 4 in. */
const LONGEST_GROUP = 16;

function readOne(rest: readonly Token[]): Group {
  return { written: rest.slice(0, 1), length: 1 };
}

/** `2.5 million` → `2500000`. */
function mergeScales(tokens: readonly Token[]): readonly Token[] {
  const merged: Token[] = [];
  for (const token of tokens) {
    const last = merged.at(-1);
    if (token.kind === "scale" && last?.kind === "number")
      merged.splice(-1, 1, {
        ...last,
        value: last.value.mul(token.factor),
        end: token.end,
      });
    else merged.push(token);
  }
  return merged;
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

/** What was left out between two tokens: nothing, or a multiplication. */
function connect(
  joined: readonly Token[],
  next: Token,
  text: string,
): readonly Token[] {
  const previous = joined.at(-1);
  if (previous === undefined || !endsOperand(previous)) return [];
  if (next.kind === "unit" || next.kind === "percent")
    return [operatorAt(" ", next)];
  if (!startsOperand(next)) return [];
  if (next.kind === "number")
    refuse("an operator is missing", {
      text,
      index: next.start,
      hint: "Write every * between numbers.",
    });
  const isTight = previous.kind === "number" && previous.end === next.start;
  if (isTight && next.kind !== "open" && isSign(joined.at(-2), "/"))
    refuse("what is divided by what is unclear", {
      text,
      index: previous.start,
      hint: "Write every * and put brackets around the divisor, e.g. 1 / (2 * pi).",
    });
  return [operatorAt("*", next)];
}

function isWhole(
  token: Token | undefined,
): token is Token & { kind: "number"; value: Fraction } {
  return token?.kind === "number" && token.value.d === 1n;
}

function signOf(token: Token | undefined): string {
  return token !== undefined && "sign" in token ? token.sign : "";
}
