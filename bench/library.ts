import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createSqliteLibrary } from "../src/stores/sqlite/sqlite-library.ts";
import { createLibraryTool } from "../src/tools/library/library-tool.ts";
import type { Library } from "../src/types/library.ts";
import { createToolContext } from "../test/fakes/create-tool-context.ts";
import { createNodeSqliteDatabase } from "../test/fakes/node-sqlite-database.ts";

/**
 * Asks questions in English and Chinese about Parley's own documents, as the
 * library stores them: how often the answering passage comes first, among the
 * first three, and in the excerpt that the model gets. The search was tuned on
 * the first two sets; the third was written beforehand from the documents and
 * not used for tuning. `--misses` prints what was found instead.
 */
interface Question {
  readonly language: "en" | "zh";
  readonly question: string;
  /** Regular expression that only answering passages match. */
  readonly answer: string;
}

const SHOWN = 3;

const root = fileURLToPath(import.meta.resolve(".."));
const SETS = {
  first: "questions.jsonl",
  second: "questions-independent.jsonl",
  third: "questions-third.jsonl",
};
const questions = Object.entries(SETS).flatMap(([set, file]) =>
  readQuestions(file).map((question) => ({ ...question, set })),
);
const library = await fillLibrary();
const findings = await Promise.all(questions.map(ask));

printTable();
if (process.argv.includes("--misses")) printMisses();

function readQuestions(file: string): Question[] {
  return readFileSync(join(root, "bench/library", file), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Question);
}

async function fillLibrary(): Promise<Library> {
  const store = createSqliteLibrary({ database: createNodeSqliteDatabase() });
  const files = globSync("{README*,docs/{,zh-CN/}{,channels/}*}.md", {
    cwd: root,
  });
  for (const file of files.toSorted())
    await store.put({
      name: file,
      text: readFileSync(join(root, file), "utf8"),
    });
  return store;
}

async function ask({ question, answer }: Question) {
  const { signal } = new AbortController();
  const found = await library.search(question, { limit: SHOWN, signal });
  const passages = found.kind === "found" ? found.passages : [];
  const shown = await createLibraryTool({ library }).run(
    { query: question },
    { ...createToolContext(), signal, timeoutMs: 1_000, mayHaveRun: false },
  );
  const pattern = new RegExp(answer);
  const place = passages.findIndex(({ text }) => pattern.test(text));
  return {
    isFirst: place === 0,
    isShown: place !== -1,
    isSeen: pattern.test(typeof shown === "string" ? shown : shown.text),
    first: passages[0],
  };
}

function printTable(): void {
  const groups = Object.keys(SETS).flatMap((set) => [
    { name: `${set} set, English`, set, languages: ["en"] },
    { name: `${set} set, Chinese`, set, languages: ["zh"] },
    { name: `${set} set`, set, languages: ["en", "zh"] },
  ]);
  console.table(
    Object.fromEntries(
      groups.map(({ name, set, languages }) => {
        const those = findings.filter(
          (_, index) =>
            questions[index]?.set === set &&
            languages.includes(questions[index].language),
        );
        const share = (key: "isFirst" | "isShown" | "isSeen") =>
          `${Math.round((100 * those.filter((finding) => finding[key]).length) / those.length)} %`;
        return [
          name,
          {
            questions: those.length,
            first: share("isFirst"),
            "first three": share("isShown"),
            "seen by the model": share("isSeen"),
          },
        ];
      }),
    ),
  );
}

function printMisses(): void {
  for (const [index, { isFirst, isShown, isSeen, first }] of findings.entries())
    if (!isFirst || !isSeen)
      console.log(
        `${isShown ? (isSeen ? "later" : "not seen") : "missed"}  ${questions[index]?.question}\n    first: ${first?.title} › ${first?.heading}: ${first?.text.slice(0, 100).replaceAll("\n", " ")}`,
      );
}
