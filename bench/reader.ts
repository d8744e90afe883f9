import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createTextReader } from "../src/agent/reading/text-reader.ts";
import { hasPeers } from "./has-peers.ts";
import { isSameUnderstanding } from "./reader/is-same-understanding.ts";
import {
  readCases,
  type ReaderCase,
  type Understood,
} from "./reader/reader-case.ts";
import { understand } from "./reader/understand.ts";

type PeerReader = (entry: ReaderCase) => Promise<Understood | undefined>;

/**
 * Counts how many replies of a file Parley's reader and LangChain JS's own
 * parsers understand as expected. Input: one JSON object per line, `{id, style,
 * tools, output, expect, confidence, category}`. `--json` prints one line per
 * case: its id and what Parley understood.
 */
const { values, positionals } = parseArgs({
  options: { json: { type: "boolean", default: false } },
  allowPositionals: true,
});
const file =
  positionals[0] ?? fileURLToPath(import.meta.resolve("./reader-cases.jsonl"));
const cases = readCases(file);

if (values.json)
  for (const entry of cases)
    console.log(JSON.stringify({ id: entry.id, ...understand(entry) }));
else {
  const langchain = await loadLangchain();
  printFigures({
    Parley: cases.map(understand),
    ...(langchain && { LangChain: await Promise.all(cases.map(langchain)) }),
  });
  printMisses();
  printRetractions();
}

async function loadLangchain(): Promise<PeerReader | undefined> {
  if (!hasPeers()) return undefined;
  const address = import.meta.resolve("./peers/langchain-parsers.ts");
  const peer = (await import(address)) as {
    understand: PeerReader;
  };
  return peer.understand;
}

/**
 * Prints the cases that each reader understands as expected, by group; no
 * figure for groups that a reader was not made for.
 */
function printFigures(
  readers: Readonly<Record<string, readonly (Understood | undefined)[]>>,
): void {
  const rows = new Map<string, Record<string, number>>();
  for (const [index, entry] of cases.entries())
    for (const group of groupsOf(entry)) {
      const row = rows.get(group) ?? { cases: 0 };
      row["cases"] = (row["cases"] ?? 0) + 1;
      for (const [reader, understandings] of Object.entries(readers)) {
        const given = understandings[index];
        if (given === undefined) continue;
        row[reader] = (row[reader] ?? 0) + Number(isRight(entry, given));
      }
      rows.set(group, row);
    }
  console.table(
    Object.fromEntries([...rows].toSorted(([a], [b]) => (a < b ? 1 : -1))),
  );
}

function groupsOf({ style, expect, confidence }: ReaderCase): string[] {
  return [
    `style: ${style}`,
    `expected: ${expect.kind}`,
    `confidence: ${confidence}`,
    "all",
  ];
}

function isRight({ expect }: ReaderCase, given: Understood): boolean {
  return isSameUnderstanding(given, expect);
}

/**
 * Prints how many replies first show text that turns out to be no answer, from
 * models so fast that prose waits for a sentence, and so slow that none does.
 */
function printRetractions(): void {
  for (const isSlow of [false, true]) {
    const streamed = cases
      .map((entry) => stream(entry, isSlow))
      .filter(({ shown }) => shown !== "");
    const retracted = streamed.filter(
      ({ shown, reading }) =>
        reading.kind !== "finish" || !reading.output.startsWith(shown),
    );
    console.log(
      `${isSlow ? "Slow" : "Fast"} models: ${streamed.length} of ${cases.length} replies show text before their end, ${retracted.length} take it back.`,
    );
  }
}

function stream({ output, tools }: ReaderCase, isSlow: boolean) {
  let time = 0;
  const reader = createTextReader({
    tools,
    streamsProse: true,
    clock: () => (isSlow ? (time += 1_000) : 0),
  });
  const pieces = output.match(/[^]{1,4}/g) ?? [];
  const shown = pieces.map((piece) => reader.push(piece).answer).join("");
  return { shown, reading: reader.end({ isCut: false }) };
}

/**
 * Prints the cases that Parley's reader understands differently than expected.
 */
function printMisses(): void {
  const misses = cases
    .map((entry) => ({ entry, given: understand(entry) }))
    .filter(({ entry, given }) => !isRight(entry, given))
    .toSorted((a, b) => (a.entry.category < b.entry.category ? -1 : 1));
  for (const { entry, given } of misses)
    console.log(
      `${entry.category}  ${entry.id} (${entry.confidence})\n  expected   ${JSON.stringify(entry.expect)}\n  understood ${JSON.stringify(given)}`,
    );
}
