import { refuse } from "../calculation-error.ts";
import { inBrackets, operatorAt } from "./inserted-tokens.ts";
import { LONGEST_GROUP, readGroup } from "./read-group.ts";
import { endsOperand, isSign, startsOperand, type Token } from "./token.ts";

/**
 * Writes what people leave out between two values: `2 (3)` and `2 pi` multiply, `6 ft 2 in` adds. Throws
 * `CalculationError` where nothing may be left out, as in `2 2`.
 */
export function joinOperands(
  tokens: readonly Token[],
  text: string,
): readonly Token[] {
  const joined: Token[] = [];
  const scaled = mergeScales(tokens);
  for (let index = 0; index < scaled.length;) {
    const rest = scaled.slice(index, index + LONGEST_GROUP);
    const previous = joined.at(-1);
    const { written, length } = readGroup(rest, { previous, text });
    const [first] = written;
    if (first === undefined) break;
    if (first.kind === "percent") addPercent(joined, first);
    else joined.push(...connect(joined, first, text), ...written);
    index += length;
  }
  return joined;
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

/** A percentage is made before anything else is done: 2^10% is 2^(10%). */
function addPercent(joined: Token[], percent: Token): void {
  const operand = joined.splice(findOperand(joined));
  joined.push(...inBrackets([...operand, operatorAt(" ", percent), percent]));
}

/** Where the value begins that the tokens end with: `5`, `(2 + 3)`, `sqrt(4)`, `3!`. */
function findOperand(tokens: readonly Token[]): number {
  let depth = 0;
  let index = tokens.length - 1;
  for (; index > 0; index--) {
    const token = tokens[index];
    if (token?.kind === "close") depth++;
    if (token?.kind === "open") depth--;
    const isPostfix = isSign(token, "!") || isSign(token, "'");
    const isInner = depth > 0 || isPostfix || token?.kind === "unit";
    if (!isInner && !isSign(token, " ")) break;
  }
  return tokens[index - 1]?.kind === "function" ? index - 1 : index;
}

/** What was left out between two tokens: nothing, or a multiplication. */
function connect(
  joined: readonly Token[],
  next: Token,
  text: string,
): readonly Token[] {
  const previous = joined.at(-1);
  if (previous === undefined || !endsOperand(previous)) return [];
  if (next.kind === "unit") return [operatorAt(" ", next)];
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
