import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as z from "zod";
import { readReply } from "../src/agent/reading/read-reply.ts";

/**
 * How many replies of a file the reader understands as expected. One JSON object per line:
 * `{id, style, tools, output, expect, confidence, category}`.
 */
const Case = z.object({
  id: z.string(),
  style: z.string(),
  tools: z.array(z.string()),
  output: z.string(),
  expect: z.object({
    kind: z.enum(["action", "final", "retry"]),
    tool: z.string().optional(),
    input: z.unknown().optional(),
    output: z.unknown().optional(),
  }),
  confidence: z.string(),
  category: z.string(),
});
type Case = z.infer<typeof Case>;
type Understood = Case["expect"];

const { values, positionals } = parseArgs({
  options: { json: { type: "boolean", default: false } },
  allowPositionals: true,
});
const file =
  positionals[0] ?? fileURLToPath(import.meta.resolve("./reader-cases.jsonl"));
const cases = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => Case.parse(JSON.parse(line)));
const results = cases.map((entry) => {
  const understood = understand(entry);
  return { entry, understood, isRight: isSame(understood, entry.expect) };
});

if (values.json)
  for (const { entry, understood } of results)
    console.log(JSON.stringify({ id: entry.id, ...understood }));
else printTables();

/** An action for a tool that is not listed is one that the executor sends back. */
function understand({ output, tools }: Case): Understood {
  const reading = readReply(output, { tools });
  if (reading.kind === "finish")
    return { kind: "final", output: reading.output };
  if (reading.kind === "unreadable" || !tools.includes(reading.action.tool))
    return { kind: "retry" };
  const { tool, input } = reading.action;
  return { kind: "action", tool, input };
}

function isSame(understood: Understood, expected: Understood): boolean {
  return (
    understood.kind === expected.kind &&
    understood.tool === expected.tool &&
    isSameValue(understood.input, expected.input) &&
    isSameValue(understood.output, expected.output)
  );
}

/** Trimmed text; else JSON values, whatever their keys' order, also where one of the two is JSON as text. */
function isSameValue(one: unknown, other: unknown): boolean {
  const first = one ?? "";
  const second = other ?? "";
  if (typeof first === "string" && typeof second === "string")
    return (
      trimmed(first) === trimmed(second) ||
      canonical(parsed(first)) === canonical(parsed(second))
    );
  return canonical(parsed(first)) === canonical(parsed(second));
}

function trimmed(text: string): string {
  return text.replaceAll("\r\n", "\n").trim();
}

function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return trimmed(value);
  }
}

function canonical(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(trimmed(value));
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(",")}}`;
}

function printTables(): void {
  const rows = new Map<string, { right: number; all: number }>();
  const groups = ({ style, expect, confidence }: Case): string[] => [
    `style: ${style}`,
    `expected: ${expect.kind}`,
    `confidence: ${confidence}`,
    "all",
  ];
  for (const { entry, isRight } of results)
    for (const group of groups(entry)) {
      const row = rows.get(group) ?? { right: 0, all: 0 };
      rows.set(group, { right: row.right + Number(isRight), all: row.all + 1 });
    }
  console.table(
    Object.fromEntries([...rows].toSorted(([a], [b]) => (a < b ? 1 : -1))),
  );
  const misses = results
    .filter(({ isRight }) => !isRight)
    .toSorted((a, b) => (a.entry.category < b.entry.category ? -1 : 1));
  for (const { entry, understood } of misses)
    console.log(
      `${entry.category}  ${entry.id} (${entry.confidence})\n  expected   ${JSON.stringify(entry.expect)}\n  understood ${JSON.stringify(understood)}`,
    );
}
