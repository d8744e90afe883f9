import * as mathjs from "mathjs";

/**
 * An example from mathjs's documentation with the lines it depends on, and its
 * value; `undefined` if mathjs rejects it.
 */
export interface MathjsExample {
  /** The function or constant that it documents. */
  readonly category: string;
  readonly program: string;
  readonly value: unknown;
}

/** Missing in mathjs's types. */
const { docs } = mathjs as unknown as {
  docs: Readonly<
    Record<string, { category?: string; examples?: readonly string[] }>
  >;
};

/**
 * Unique examples. An example may use variables of earlier ones, so their
 * assignments are prepended.
 */
export function listMathjsExamples(): readonly MathjsExample[] {
  const found = new Map<string, MathjsExample>();
  for (const { category = "Physics", examples = [] } of Object.values(docs)) {
    const parser = mathjs.parser();
    const linesOf = new Map<string, readonly string[]>();
    for (const example of examples) {
      const { names, assigned } = readNames(example);
      const lines = [
        ...new Set(names.flatMap((name) => linesOf.get(name) ?? [])),
        example,
      ];
      const program = lines.join("\n");
      const value = attempt((): unknown => parser.evaluate(example));
      if (assigned !== undefined) linesOf.set(assigned, lines);
      // Later examples modify lists in place.
      const copy: unknown = mathjs.isMatrix(value) ? value.clone() : value;
      if (!found.has(program))
        found.set(program, { category, program, value: copy });
    }
  }
  return [...found.values()];
}

/** The names that an expression uses, and the one it assigns. */
function readNames(expression: string): {
  names: readonly string[];
  assigned?: string;
} {
  const tree = attempt(() => mathjs.parse(expression));
  const names = new Set<string>();
  tree?.traverse((node) => {
    if (mathjs.isSymbolNode(node)) names.add(node.name);
  });
  return mathjs.isAssignmentNode(tree) || mathjs.isFunctionAssignmentNode(tree)
    ? { names: [...names], assigned: tree.name }
    : { names: [...names] };
}

function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/**
 * Compares a text, parsed by mathjs, with a value: numbers to 11 digits, lists
 * item by item, texts without quotes.
 */
export function isSameValue(text: string, value: unknown): boolean {
  if (typeof value === "string") return text === value;
  return isClose(
    attempt((): unknown => mathjs.evaluate(text)),
    value,
  );
}

function isClose(given: unknown, expected: unknown): boolean {
  const [one, other] = [toPlain(given), toPlain(expected)];
  if (Array.isArray(one) && Array.isArray(other))
    return (
      one.length === other.length &&
      one.every((item, index) => isClose(item, other[index]))
    );
  if (typeof one === "number" && typeof other === "number")
    return (
      one === other ||
      Math.abs(one - other) <= Math.max(1e-11 * Math.abs(other), 1e-15)
    );
  return one === other;
}

/**
 * Converts to JavaScript's lists, numbers and booleans; complex numbers and
 * quantities become lists.
 */
function toPlain(value: unknown): unknown {
  if (mathjs.isResultSet(value)) return toPlain(value.entries.at(-1));
  if (mathjs.isMatrix(value)) return value.valueOf();
  if (mathjs.isComplex(value))
    return Math.abs(value.im) < 1e-15 ? value.re : [value.re, value.im];
  if (mathjs.isUnit(value)) {
    const base = value.toSI();
    return [base.toNumber(base.formatUnits()), base.formatUnits()];
  }
  if (
    mathjs.isBigNumber(value) ||
    mathjs.isFraction(value) ||
    typeof value === "bigint"
  )
    return Number(value);
  return value;
}
