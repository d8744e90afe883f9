import { styleText } from "node:util";

/** Result of a check, as a line for the operator. Contains no secret. */
export type Finding = { readonly text: string } & (
  | {
      readonly kind: "passed";
      /** Duration, if of interest; rounded. */
      readonly ms?: number;
    }
  /** Not checked: the part is off, or something it depends on does not work. */
  | { readonly kind: "skipped" }
  | {
      readonly kind: "warning" | "failed";
      /** What to do about it, in whole sentences. */
      readonly advice: readonly string[];
    }
);

export function passed(text: string, ms?: number): Finding {
  return {
    kind: "passed",
    text,
    ...(ms !== undefined && { ms: Math.round(ms) }),
  };
}

export function skipped(text: string): Finding {
  return { kind: "skipped", text };
}

export function warning(text: string, ...advice: readonly string[]): Finding {
  return { kind: "warning", text, advice };
}

export function failed(text: string, ...advice: readonly string[]): Finding {
  return { kind: "failed", text, advice };
}

const MARKS = {
  passed: ["✓", "green"],
  skipped: ["–", "dim"],
  warning: ["!", "yellow"],
  failed: ["✗", "red"],
} as const satisfies Record<Finding["kind"], unknown>;

/**
 * Formats a finding with its mark, and below it the advice, in lines of at most
 * 80 characters.
 */
export function formatFinding(finding: Finding, hasColours: boolean): string {
  const [mark, style] = MARKS[finding.kind];
  const painted = hasColours
    ? styleText(style, mark, { validateStream: false })
    : mark;
  const { ms } = { ms: undefined, ...finding };
  const duration = ms === undefined ? "" : ` (${formatMs(ms)})`;
  const advice = "advice" in finding ? finding.advice : [];
  return [
    `  ${painted} ${wrapText(finding.text + duration, 4)}`,
    ...advice.map((line) => `    → ${wrapText(line, 6)}`),
  ].join("\n");
}

const WIDTH = 80;

/**
 * Wraps text between words and indents all lines but the first. A word that is
 * too long gets its own line.
 */
export function wrapText(text: string, indentation: number): string {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    const isFull =
      line === undefined ||
      (line !== "" && indentation + line.length + 1 + word.length > WIDTH);
    if (isFull) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.join(`\n${" ".repeat(indentation)}`);
}

/** Formats a duration: `12 ms`, `1.3 s`, `2 min`. */
export function formatMs(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 119_950) return `${Number((ms / 1000).toFixed(1))} s`;
  return `${Math.round(ms / 60_000)} min`;
}

/**
 * Makes untrusted text safe to print: one line, truncated, without control
 * characters, which could overwrite the terminal's content.
 */
export function toLine(text: string, maxLength = 200): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  return line.length <= maxLength
    ? line
    : `${line.slice(0, maxLength).toWellFormed().trimEnd()}…`;
}

/** `1 document`, `2 documents`. */
export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
