import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import {
  readCases,
  type Answer,
  type CalculatorCase,
} from "./calculator/calculator-case.ts";
import {
  askParley,
  createLangchain,
  createMathjs,
  type Calculator,
} from "./calculator/calculators.ts";
import { isExpected } from "./calculator/is-expected.ts";
import { timeInWorkerd } from "./calculator/time-in-workerd.ts";

/**
 * Counts how many inputs of a file Parley's tool, unmodified mathjs and
 * LangChain JS's calculator calculate as expected. Input: one JSON object per
 * line, `{id, input, expect, category, tier}`. `--json` prints one line per
 * case: its id and Parley's answer. `--workerd` adds the CPU time of the built
 * calculator in workerd.
 */
const { values, positionals } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    workerd: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const file =
  positionals[0] ??
  fileURLToPath(import.meta.resolve("./calculator-cases.jsonl"));
const cases = readCases(file);

const parley = await answerAll(askParley);

if (values.json)
  for (const [index, { id }] of cases.entries())
    console.log(JSON.stringify({ id, ...parley[index] }));
else {
  const langchain = await createLangchain();
  printFigures({
    Parley: parley,
    mathjs: await answerAll(await createMathjs()),
    ...(langchain && { LangChain: await answerAll(langchain) }),
  });
  printMisses();
  if (values.workerd)
    console.table([await timeInWorkerd(cases.map(({ input }) => input))]);
}

async function answerAll(calculator: Calculator): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const { input } of cases) answers.push(await calculator(input));
  return answers;
}

/**
 * Prints right answers by category and tier, then silently wrong answers, and
 * refusals of inputs that have a value.
 */
function printFigures(
  calculators: Readonly<Record<string, readonly Answer[]>>,
): void {
  const rows = new Map<string, Record<string, number>>();
  const count = (
    group: string,
    matches: (entry: CalculatorCase, answer: Answer) => boolean,
  ) => {
    const row: Record<string, number> = {};
    for (const [name, answers] of Object.entries(calculators))
      row[name] = cases.filter((entry, index) => {
        const answer = answers[index];
        return answer !== undefined && matches(entry, answer);
      }).length;
    rows.set(group, row);
  };
  const isRight = ({ expect }: CalculatorCase, answer: Answer) =>
    isExpected(answer, expect);
  const groups = [
    ...new Set(cases.map(({ category }) => category)),
    "core",
    "stretch",
  ];
  for (const group of groups) {
    const isMember = ({ category, tier }: CalculatorCase) =>
      category === group || tier === group;
    count(
      `${group} (${cases.filter(isMember).length})`,
      (entry, answer) => isMember(entry) && isRight(entry, answer),
    );
  }
  count(`all (${cases.length})`, isRight);
  count(
    "wrong without an error",
    (entry, answer) => answer.error !== true && !isRight(entry, answer),
  );
  count(
    "refused although a value was due",
    ({ expect }, answer) => answer.error === true && expect.error !== true,
  );
  console.table(Object.fromEntries(rows));
}

/** Prints Parley's unexpected answers. */
function printMisses(): void {
  for (const [index, { id, input, expect, tier }] of cases.entries()) {
    const answer = parley[index];
    if (answer === undefined || isExpected(answer, expect)) continue;
    console.log(
      `${id} (${tier})\n  input    ${JSON.stringify(input)}\n  expected ${JSON.stringify(expect)}\n  answered ${answer.text.slice(0, 200)}`,
    );
  }
}
