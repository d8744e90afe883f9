import { CalculationError } from "../calculation-error.ts";
import { findFunction } from "../engine/catalogue.ts";
import { ONE } from "../engine/values.ts";
import type { Operation } from "../engine/values.ts";
import { call, literal, operate, type Expression } from "../expression.ts";
import { dividesUnits, parseAmount, parseAtom } from "./amounts.ts";
import { Cursor } from "./cursor.ts";
import { isPercent, refuseUnclearOf } from "./percents.ts";
import type { Bracket } from "./thousands.ts";
import { isSign, startsOperand, type Token } from "./token.ts";

/** Binary operators, lowest precedence first. */
const RANKS: ReadonlyMap<string, number> = new Map(
  "or,xor,and,|,&,== != < <= > >=,<< >>,to,+ -,* .* / ./ // mod"
    .split(",")
    .flatMap((signs, rank) => signs.split(" ").map((sign) => [sign, rank])),
);

const COMPARISON = RANKS.get("==");

/** `not a < b` is `not (a < b)`, as in Python. */
const NEGATED = RANKS.get("|") ?? 0;

/**
 * Parses an expression, with implied operators and brackets: `2 (3)`,
 * `6 ft 2 in`, `sin 30 deg`. Throws `CalculationError` if it is invalid or
 * ambiguous.
 */
export function parse(tokens: readonly Token[], text: string): Expression {
  const cursor = new Cursor(tokens, text);
  const expression = parseChoice(cursor);
  return cursor.next === undefined ? expression : cursor.refuseNext();
}

/** `c ? a : b`, and Python's `a if c else b`. */
function parseChoice(cursor: Cursor): Expression {
  const first = parseBinary(cursor, 0);
  const sign = cursor.take("?", "if");
  if (sign === undefined) return first;
  const second = parseChoice(cursor);
  if (!cursor.take(sign === "?" ? ":" : "else")) cursor.refuseNext();
  const [condition, whenTrue] =
    sign === "?" ? [first, second] : [second, first];
  const whenFalse = parseChoice(cursor);
  return { kind: "choice", condition, whenTrue, whenFalse };
}

/** Parses operators of at least that precedence. */
function parseBinary(cursor: Cursor, lowest: number): Expression {
  let left = parseMeasured(cursor);
  let previousRank: number | undefined;
  for (;;) {
    const sign = findOperator(cursor) ?? "";
    const rank = RANKS.get(sign) ?? -1;
    if (rank < lowest) return left;
    if (rank === COMPARISON && rank === previousRank)
      throw new CalculationError(
        "compare two values at a time, e.g. 1 < 2 and 2 < 3.",
      );
    if (cursor.next?.kind === "operator") cursor.advance(1);
    left = operate(sign, left, parseBinary(cursor, rank + 1));
    previousRank = rank;
  }
}

/** The next operator. If there is none between two values, they multiply. */
function findOperator(cursor: Cursor): string | undefined {
  const { next } = cursor;
  if (isSign(next, "%")) return "mod";
  if (isSign(next, "of")) {
    refuseUnclearOf(cursor);
    return "*";
  }
  if (next?.kind === "operator") return next.sign;
  if (next === undefined || !startsOperand(next)) return undefined;
  if (next.kind === "number")
    cursor.refuse(
      "an operator is missing",
      next,
      "Write every * between numbers.",
    );
  const [slash, divisor] = [cursor.at(-2), cursor.at(-1)];
  const isTight = divisor?.kind === "number" && divisor.end === next.start;
  const isMixed = cursor.at(-4)?.kind === "number";
  if (isTight && next.kind !== "open" && isSign(slash, "/") && !isMixed)
    cursor.refuse(
      "the divisor is unclear",
      divisor,
      "Write every * and put brackets around the divisor, e.g. 1 / (2 * pi).",
    );
  return "*";
}

/**
 * A value with its units, which bind tighter than any operator: 100 km / 2 h,
 * 120 km / 80 km/h.
 */
function parseMeasured(cursor: Cursor): Expression {
  let amount = parseUnary(cursor);
  for (;;) {
    const isDivided = dividesUnits(cursor);
    if (isDivided) cursor.advance(1);
    else if (cursor.next?.kind !== "unit") return amount;
    const sign = isDivided ? "/" : "measure";
    amount = parsePercents(cursor, operate(sign, amount, parsePower(cursor)));
  }
}

function parseUnary(cursor: Cursor): Expression {
  if (cursor.take("not")) return operate("not x", parseBinary(cursor, NEGATED));
  const sign = cursor.take("-", "+", "~");
  return sign === undefined
    ? parsePower(cursor)
    : operate(`${sign}x`, parseUnary(cursor));
}

function parsePower(cursor: Cursor): Expression {
  const base = parsePostfix(cursor);
  const sign = cursor.take("^", ".^");
  return sign === undefined ? base : operate(sign, base, parseUnary(cursor));
}

function parsePostfix(cursor: Cursor): Expression {
  const isUnit = cursor.next?.kind === "unit";
  let operand = parseOperand(cursor);
  for (;;) {
    if (startsIndex(cursor)) {
      operand = operate("x[]", operand, ...parseIndices(cursor));
      continue;
    }
    const isFactorial = isSign(cursor.at(-1), "!");
    const sign = cursor.take("!", "'");
    if (sign === undefined)
      return isUnit ? operand : parsePercents(cursor, operand);
    // Some read it as double factorial, others as factorial of a factorial.
    if (sign === "!" && isFactorial)
      throw new CalculationError("!! is unclear. Write (3!)! with brackets.");
    operand = operate(`x${sign}`, operand);
  }
}

/** `[1, 2, 3][2]` and `values[2]`; `2 [3]` multiplies. */
function startsIndex(cursor: Cursor): boolean {
  const [previous, next] = [cursor.at(-1), cursor.next];
  const isValue = previous?.kind === "close" || previous?.kind === "variable";
  return isValue && isSign(next, "[") && previous.end === next?.start;
}

function parseIndices(cursor: Cursor): readonly Expression[] {
  const places = parseBrackets(cursor, { kind: "index" }).rows.flat();
  if (places.length > 0) return places;
  throw new CalculationError("an index is missing, e.g. [5, 6][1].");
}

/** `%` binds tighter than any operator: 2^10% is 2^(10%). */
function parsePercents(cursor: Cursor, operand: Expression): Expression {
  let value = operand;
  while (isSign(cursor.next, "%") && isPercent(cursor)) {
    cursor.advance(1);
    value = operate("x%", value);
  }
  return value;
}

function parseOperand(cursor: Cursor): Expression {
  const { next } = cursor;
  if (next?.kind === "function") return parseCall(cursor, next);
  return next?.kind === "open"
    ? parseGroup(cursor, next)
    : (parseAmount(cursor) ?? cursor.refuseNext());
}

/** `sqrt(16)`, `sin^2(x)`, `sqrt 16`, `sin 30 deg`. */
function parseCall(
  cursor: Cursor,
  token: Token & { readonly kind: "function" },
): Expression {
  cursor.advance(1);
  const { operation } = token;
  if (isSign(cursor.next, "(")) return parseArguments(cursor, operation);
  if (cursor.take("^")) {
    const exponent = cursor.next;
    // Some read sin^-1(x) as asin, others as 1/sin.
    if (exponent?.kind !== "number" || !isSign(cursor.at(1), "("))
      return cursor.refuse(
        "the power of a function is unclear",
        token,
        "Write the power after the brackets: sin(2)^2; for the inverse write asin.",
      );
    cursor.advance(1);
    const value = parseArguments(cursor, operation);
    return operate("^", value, literal(exponent.value));
  }
  const isUnit = () => cursor.next?.kind === "unit";
  const operand = isUnit() ? undefined : parseAtom(cursor);
  const unit = isUnit() ? parseAtom(cursor) : undefined;
  // sin 2 pi is ambiguous, and sum 100 200 has several values.
  const isUnclear =
    operation.arity[1] === Infinity ||
    startsOperand(cursor.next) ||
    isSign(cursor.next, "^", "!");
  if (operand === undefined || isUnclear)
    return cursor.refuse(
      `${operation.name} needs brackets`,
      token,
      `Write its values in brackets: ${operation.name}(2).`,
    );
  return call(operation, [
    unit === undefined ? operand : operate("measure", operand, unit),
  ]);
}

function parseArguments(cursor: Cursor, operation: Operation): Expression {
  const { rows } = parseBrackets(cursor, { kind: "call", operation });
  const operands = rows.flat();
  const isOfIndex = /^(?:sum|product)$/.test(operation.name);
  if (isOfIndex && operands.length > 1 && operands.some(isImaginary))
    throw new CalculationError(
      "i is the imaginary unit here. For a sum over an index write sum(i^2 for i in range(1, 11)).",
    );
  return call(operation, operands);
}

function isImaginary(operand: Expression): boolean {
  return operand.kind === "operation" && operand.operation.name === "i";
}

/** `(2 + 3)`, `(1, 2)`, `[1, 2]`, `[1, 2; 3, 4]`. */
function parseGroup(
  cursor: Cursor,
  { sign }: { readonly sign: string },
): Expression {
  const kind = sign === "[" ? "list" : "group";
  const { rows, hasCommas } = parseBrackets(cursor, { kind });
  const [items = []] = rows;
  const [only] = items;
  if (only?.kind === "comprehension" && items.length === 1) return only;
  if (rows.some(({ length }) => length !== items.length))
    throw new CalculationError("the rows of a matrix have different lengths.");
  if (rows.length > 1)
    return {
      kind: "list",
      items: rows.map((row) => ({ kind: "list", items: row })),
    };
  if (kind === "list" || hasCommas) return { kind: "list", items };
  if (items[0] !== undefined) return items[0];
  throw new CalculationError(
    "a pair of brackets is empty. Write numbers, e.g. (2 + 3) * 4.",
  );
}

/** Parses the values in the next pair of brackets. */
function parseBrackets(
  cursor: Cursor,
  bracket: Pick<Bracket, "kind" | "operation">,
): { rows: readonly (readonly Expression[])[]; hasCommas: boolean } {
  const open = cursor.open(bracket);
  const rows: Expression[][] = [[]];
  let hasCommas = false;
  let hasSemicolons = false;
  while (!cursor.close()) {
    rows.at(-1)?.push(parseItem(cursor, bracket.kind));
    if (!hasSemicolons && cursor.take(",")) hasCommas = true;
    else if (isSign(open, "[") && cursor.take(";")) rows.push([]);
    // SUM(3; 4), as in spreadsheets of locales with decimal commas.
    else if (bracket.kind === "call" && !hasCommas && cursor.take(";"))
      hasSemicolons = true;
    else if (cursor.next?.kind !== "close") cursor.refuseNext();
  }
  return { rows, hasCommas };
}

/** In a function, `1:10` is a range that includes its end. */
function parseItem(cursor: Cursor, kind: Bracket["kind"]): Expression {
  const first = parseChoice(cursor);
  if (cursor.mayLoop && cursor.take("for"))
    return parseComprehension(cursor, first);
  const range = findFunction("range");
  if (kind !== "call" || range === undefined || !cursor.take(":")) return first;
  const end = operate("+", parseChoice(cursor), literal(ONE));
  return isSign(cursor.next, ":")
    ? cursor.refuseNext()
    : call(range, [first, end]);
}

/** What follows `for`: `x in [1, 2] if x > 1`. */
function parseComprehension(cursor: Cursor, body: Expression): Expression {
  const { next } = cursor;
  if (next?.kind !== "variable") return cursor.refuseNext();
  cursor.advance(1);
  if (!cursor.take("in")) cursor.refuseNext();
  return {
    kind: "comprehension",
    body,
    name: next.name,
    items: parseBinary(cursor, 0),
    condition: cursor.take("if") ? parseBinary(cursor, 0) : undefined,
  };
}
