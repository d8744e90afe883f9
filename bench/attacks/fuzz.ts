import * as fc from "fast-check";
import { CalculationError } from "../../src/tools/calculator/calculation-error.ts";
import { begin, isReal } from "../../src/tools/calculator/engine/numbers.ts";
import { isUnit } from "../../src/tools/calculator/engine/scalars.ts";
import { writeUnits } from "../../src/tools/calculator/engine/units.ts";
import {
  evaluate,
  type Expression,
} from "../../src/tools/calculator/expression.ts";
import { formatValue } from "../../src/tools/calculator/format-value.ts";
import { arbitraryTree } from "./arbitrary-tree.ts";

/** What a random tree cost. */
export interface Trial {
  readonly tree: Expression;
  /** User and system time. */
  readonly cpuMs: number;
  /** Growth of the process's maximum resident set size. */
  readonly grownMb: number;
  /** The answer, or why there is none. */
  readonly outcome: string;
  /** `bug`: an error that is not meant for the user. */
  readonly kind: "answer" | "refusal" | "bug";
}

/** Trees that are generated, and kept in memory, at once. */
const PART = 500;

/** Calculates random trees, the same ones each time. */
export function* fuzz(trees: number): Generator<Trial> {
  for (let start = 0; start < trees; start += PART) {
    const numRuns = Math.min(PART, trees - start);
    for (const tree of fc.sample(arbitraryTree, { numRuns, seed: start }))
      yield tryTree(tree);
  }
}

function tryTree(tree: Expression): Trial {
  const largest = process.resourceUsage().maxRSS;
  const before = process.cpuUsage();
  const answer = answerTree(tree);
  const { user, system } = process.cpuUsage(before);
  return {
    tree,
    cpuMs: (user + system) / 1_000,
    grownMb: (process.resourceUsage().maxRSS - largest) / 1_024,
    ...answer,
  };
}

function answerTree(tree: Expression): Pick<Trial, "kind" | "outcome"> {
  begin();
  try {
    const outcome = formatValue(evaluate([{ expression: tree }]));
    return { kind: "answer", outcome };
  } catch (error) {
    const kind = error instanceof CalculationError ? "refusal" : "bug";
    return { kind, outcome: String(error) };
  }
}

const SHOWN_LENGTH = 20;

/** A tree as an expression, with long numbers cut. */
export function writeTree(tree: Expression): string {
  switch (tree.kind) {
    case "value": {
      const { value } = tree;
      if (isUnit(value)) return `3 ${writeUnits(value)}`;
      const text = isReal(value) ? value.toString() : JSON.stringify(value);
      return text.slice(0, SHOWN_LENGTH);
    }
    case "variable":
      return tree.name;
    case "list":
      return `[${tree.items.map(writeTree).join(", ")}]`;
    case "choice":
      return `(${[tree.condition, tree.whenTrue, tree.whenFalse].map(writeTree).join(" ? ")})`;
    case "comprehension":
      return `[${writeTree(tree.body)} for ${tree.name} in ${writeTree(tree.items)}]`;
    case "operation":
      return `${tree.operation.name}(${tree.operands.map(writeTree).join(", ")})`;
  }
}
