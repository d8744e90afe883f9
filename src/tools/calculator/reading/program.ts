import { CalculationError } from "../calculation-error.ts";
import type { Expression, Statement } from "../expression.ts";
import { normaliseCharacters } from "./normalise-characters.ts";
import { parse } from "./parser.ts";
import { refuseDate } from "./refuse-date.ts";
import { isPhrase, rewritePhrases } from "./rewrite-phrases.ts";
import { readAssignment, splitStatements } from "./split-statements.ts";
import { tokenize } from "./tokenize.ts";
import { unwrapText } from "./unwrap-text.ts";

/** In UTF-16 units. Nothing can interrupt a calculation, so what goes into it is bounded. */
const MAX_LENGTH = 1_000;

/** What a model wrote, as statements that can be evaluated. Throws `CalculationError` where it cannot be understood. */
export function parseProgram(written: string): readonly Statement[] {
  refuseLong(written);
  const bare = unwrapText(normaliseCharacters(written));
  const names = new Set<string>();
  return splitStatements(bare).map((line) => {
    const { name, text } = readAssignment(line);
    const expression = parseExpression(text, names);
    if (name !== undefined) addName(names, name);
    return { name, expression };
  });
}

function parseExpression(
  written: string,
  names: ReadonlySet<string>,
): Expression {
  refuseDate(written);
  const text = rewritePhrases(unwrapText(written));
  // A sign such as ½ becomes several.
  refuseLong(text);
  const isVariable = (name: string) => names.has(name);
  return parse(tokenize(text, { isVariable }), text);
}

function addName(names: Set<string>, name: string): void {
  if (!names.has(name) && isPhrase(name))
    throw new CalculationError(
      `the name ${JSON.stringify(name)} means something else here. Choose another, e.g. x.`,
    );
  names.add(name);
}

function refuseLong(text: string): void {
  if (text.length > MAX_LENGTH)
    throw new CalculationError(
      `the expression is too long (${text.length} characters; at most ${MAX_LENGTH}). Calculate it in parts.`,
    );
}
