import { CalculationError } from "../calculation-error.ts";
import { checkTree } from "../syntax/check-tree.ts";
import type { Expression, Statement } from "../syntax/expression.ts";
import { parseTokens } from "../syntax/parse-tokens.ts";
import { arrangeTokens } from "./arrange-tokens.ts";
import { normaliseCharacters } from "./normalise-characters.ts";
import { readTokens } from "./read-tokens.ts";
import { refuseDate } from "./refuse-date.ts";
import { isPhrase, rewritePhrases } from "./rewrite-phrases.ts";
import { readAssignment, splitStatements } from "./split-statements.ts";
import { unwrapText } from "./unwrap-text.ts";

/** In UTF-16 units. Nothing can interrupt a calculation, so what goes into it is bounded. */
const MAX_LENGTH = 1_000;

/** What a model wrote, as statements that can be evaluated. Throws `CalculationError` where it cannot be understood. */
export function readProgram(written: string): readonly Statement[] {
  refuseLong(written);
  const bare = unwrapText(normaliseCharacters(written));
  const names = new Set<string>();
  return splitStatements(bare).map((line) => {
    const { name, text } = readAssignment(line);
    const expression = readExpression(text, names);
    if (name !== undefined) addName(names, name);
    return { name, expression };
  });
}

function readExpression(
  written: string,
  names: ReadonlySet<string>,
): Expression {
  refuseDate(written);
  const text = rewritePhrases(unwrapText(written));
  // A sign such as ½ becomes several.
  refuseLong(text);
  const isVariable = (name: string) => names.has(name);
  const tokens = arrangeTokens(readTokens(text, { isVariable }), text);
  return checkTree(parseTokens(tokens, text), tokens);
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
