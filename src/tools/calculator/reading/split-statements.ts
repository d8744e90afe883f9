import { CalculationError, describePlace } from "../calculation-error.ts";

const MAX_STATEMENTS = 50;

/** The statements of a text: lines, or parts between semicolons. Comments and imports are left out. */
export function splitStatements(text: string): readonly string[] {
  const statements: string[] = [];
  for (const part of splitOutsideBrackets(dropComments(text))) {
    const statement = part
      .trim()
      .replace(/^(?:let|const|var|return)\s+(?=\S)/, "");
    if (statement === "" || IMPORT.test(statement)) continue;
    const previous = statements.at(-1);
    if (previous !== undefined && continues(previous, statement))
      statements[statements.length - 1] = `${previous} ${statement}`;
    else statements.push(statement);
  }
  if (statements.length > MAX_STATEMENTS)
    throw new CalculationError(
      `there are too many lines (${statements.length}; at most ${MAX_STATEMENTS}). Calculate it in parts.`,
    );
  return statements;
}

/** `total = 3 * 4` gives the value a name, `total += 5` changes it. Not `3 = 4`, `a == b` nor `__proto__ = 5`. */
export function readAssignment(statement: string): {
  name?: string | undefined;
  text: string;
} {
  const [, name, operator, text = statement] =
    /^(?!__)([\p{L}_][\p{L}\p{M}\d_]*)\s*(?::|(\*\*|\/\/|[-+*/%]))?=(?!=)([^]*)$/u.exec(
      statement,
    ) ?? [];
  return operator === undefined
    ? { name, text: text.trim() }
    : { name, text: `${name} ${operator} (${text.trim()})` };
}

const IMPORT = /^(?:import|from)\s+[\w.]+(?:\s+(?:as|import)\s+[\w*, ]+)?$/;

function dropComments(text: string): string {
  return text.replaceAll(/#.*$|^\s*\/\/.*$/gm, "");
}

function splitOutsideBrackets(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (/[([{]/.test(character)) depth++;
    if (/[)\]}]/.test(character)) depth--;
    if (depth > 0 || !/[\n;]/.test(character)) continue;
    parts.push(text.slice(start, index));
    start = index + 1;
  }
  return [...parts, text.slice(start)];
}

/** Whether a line goes on in the next one: `2 +` before `3`. `100` before `-20` could be one expression or two. */
function continues(previous: string, next: string): boolean {
  if (/[-+*/^,(]$/.test(previous)) return true;
  if (/^[-+]/.test(next))
    throw new CalculationError(
      `a new line ${describePlace(`${previous} ${next}`, previous.length)} is unclear. Write one expression in one line.`,
    );
  return /^[*/^×÷]/.test(next);
}
