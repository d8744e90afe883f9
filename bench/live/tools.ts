import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { calculate } from "../../src/tools/calculator/calculate.ts";

/** A tool with one text field, the same for every contestant. */
export interface LiveTool {
  readonly name: string;
  readonly description: string;
  /** Name of its only field. */
  readonly field: string;
  /** Throws if the input is unusable. */
  readonly run: (input: string) => string;
}

/** The tools for one task, and the number of runs with usable input. */
interface LiveToolbox {
  readonly tools: readonly LiveTool[];
  readonly goodRuns: () => number;
}

const DOCUMENTS = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve("./library.json")), "utf8"),
) as readonly { title: string; text: string }[];

const TOOLS: readonly LiveTool[] = [
  {
    name: "calculator",
    description:
      "For every calculation. Input: an expression, e.g. 3 * (4 + 5) or 5 km to mi.",
    field: "expression",
    run(expression) {
      const result = calculate(expression);
      if (result.startsWith("Error:")) throw new Error(result);
      return result;
    },
  },
  {
    name: "library",
    description:
      "Finds documents of the library. Input: a few words to look for.",
    field: "query",
    run: findDocuments,
  },
  {
    name: "clock",
    description: "Tells the date and the time. Input: now.",
    field: "when",
    run: () => "Monday, 23 November 2026, 10:15",
  },
];

export function createToolbox({
  only,
}: {
  only: readonly string[] | undefined;
}): LiveToolbox {
  let goodRuns = 0;
  const tools = TOOLS.filter(({ name }) => only?.includes(name) ?? true).map(
    (tool) => ({
      ...tool,
      run(input: string) {
        const result = tool.run(input);
        goodRuns++;
        return result;
      },
    }),
  );
  return { tools, goodRuns: () => goodRuns };
}

/** Returns the two documents that share the most words with the query. */
function findDocuments(query: string): string {
  const words = wordsOf(query);
  if (words.size === 0) throw new Error("Error: write words to look for.");
  const found = DOCUMENTS.map((document) => ({
    ...document,
    shared: countShared(words, wordsOf(`${document.title} ${document.text}`)),
    inTitle: countShared(words, wordsOf(document.title)),
  }))
    .filter(({ inTitle, shared }) => inTitle > 0 || shared > 1)
    .toSorted((a, b) => b.inTitle - a.inTitle || b.shared - a.shared)
    .slice(0, 2);
  return (
    found.map(({ title, text }) => `${title}: ${text}`).join("\n\n") ||
    "No document has these words."
  );
}

/** Splits text into words; Chinese into overlapping pairs of characters. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    words.flatMap((word) =>
      /\p{Script=Han}/u.test(word)
        ? Array.from({ length: word.length - 1 }, (_, index) =>
            word.slice(index, index + 2),
          )
        : word.length > 2 || /\d/.test(word)
          ? [word]
          : [],
    ),
  );
}

function countShared(one: Set<string>, other: Set<string>): number {
  return [...one].filter((word) => other.has(word)).length;
}
