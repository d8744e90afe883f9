import fc from "fast-check";

/** Markdown, and its words in reading order. */
export interface WrittenDocument {
  readonly markdown: string;
  readonly words: readonly string[];
}

/**
 * Documents with blocks of all kinds, up to several messages long. Words are
 * `w0`, `w1`, …
 */
export function arbitraryDocument(): fc.Arbitrary<WrittenDocument> {
  const block = fc.record({
    kind: fc.constantFrom(...BLOCKS),
    lines: fc.array(
      fc.array(fc.constantFrom(...INLINES), { minLength: 1, maxLength: 40 }),
      { minLength: 1, maxLength: 12 },
    ),
  });
  return fc.array(block, { maxLength: 12 }).map((blocks) => {
    const words: string[] = [];
    const nextWord = (): string => {
      const word = `w${words.length}`;
      words.push(word);
      return word;
    };
    const markdown = blocks
      .map(({ kind, lines }) =>
        kind(
          lines.map((inlines) =>
            inlines.map((inline) => inline(nextWord)).join(" "),
          ),
        ),
      )
      .join("\n\n");
    return { markdown, words };
  });
}

type NextWord = () => string;

const INLINES: readonly ((next: NextWord) => string)[] = [
  (next) => next(),
  (next) => `${next()}, ${next()}.`,
  (next) => `${next()} 你好。`,
  (next) => `**${next()} *${next()}* ${next()}**`,
  (next) => `_${next()}_`,
  (next) => `~~${next()}~~`,
  (next) => `\`${next()} <${next()}>\``,
  (next) => `[${next()} **${next()}**](https://example.com/?a=1&b=2)`,
  (next) => `${next()} < ${next()} & ${next()}`,
  (next) => `\\(${next()} * ${next()}\\)`,
];

const BLOCKS: readonly ((lines: readonly string[]) => string)[] = [
  (lines) => lines.join("\n"),
  (lines) => `## ${lines.join(" ")}`,
  (lines) =>
    lines.map((line, index) => `${"  ".repeat(index % 4)}- ${line}`).join("\n"),
  (lines) => lines.map((line, index) => `${index + 1}. ${line}`).join("\n"),
  (lines) => lines.map((line) => `> ${line}`).join("\n"),
  (lines) => `\`\`\`ts\n${lines.join("\n\n")}\n\`\`\``,
  (lines) =>
    `| head |\n|---|\n${lines.map((line) => `| ${line} |`).join("\n")}`,
];
