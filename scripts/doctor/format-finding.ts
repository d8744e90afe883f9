import { styleText } from "node:util";
import type { Finding } from "./finding.ts";
import { formatMs } from "./format-ms.ts";
import { wrapText } from "./wrap-text.ts";

const MARKS = {
  passed: ["✓", "green"],
  skipped: ["–", "dim"],
  warning: ["!", "yellow"],
  failed: ["✗", "red"],
} as const satisfies Record<Finding["kind"], unknown>;

/** Of a terminal as it opens. */
const WIDTH = 80;

/** The finding with its mark, and what to do below it; lines of at most 80 characters. */
export function formatFinding(
  finding: Finding,
  { hasColours }: { hasColours: boolean },
): string {
  const [mark, style] = MARKS[finding.kind];
  const paint = (text: string): string =>
    hasColours ? styleText(style, text, { validateStream: false }) : text;
  const duration =
    finding.kind === "passed" && finding.ms !== undefined
      ? ` (${formatMs(finding.ms)})`
      : "";
  const text = wrapText(finding.text + duration, {
    width: WIDTH,
    indentation: 4,
  });
  const advice = "advice" in finding ? finding.advice : [];
  return [
    `  ${paint(mark)} ${text.trimStart()}`,
    ...advice.map(
      (line) =>
        `    → ${wrapText(line, { width: WIDTH, indentation: 6 }).trimStart()}`,
    ),
  ].join("\n");
}
