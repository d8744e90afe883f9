import { toStyledText } from "../src/channels/markdown/to-styled-text.ts";
import { judgeAnswer } from "../src/conversation/addresses/judge-answer.ts";
import { parseDocument } from "../src/document/parse-document.ts";
import { writeMarkdown } from "../src/document/write-markdown.ts";
import { createHostileMarkdown } from "../test/document/hostile-markdown.ts";
import { richMarkdown } from "../test/fixtures/rich-markdown.ts";

/**
 * Milliseconds of CPU per 1,000 characters of hostile Markdown, up to 100,000
 * characters, and of ordinary Markdown: to parse it, to judge its links and
 * write it, and to write it for chats.
 */
const judge = { permits: () => false, note: "[left out]" };

function measure(work: () => void, length: number): string {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return ((user + system) / length).toFixed(2);
}

const ordinary = richMarkdown.repeat(20);
for (let run = 0; run < 3; run++) {
  const judged = judgeAnswer(judge);
  judged.push(ordinary);
  judged.end();
}

const rows = Object.entries({
  ordinary,
  ...createHostileMarkdown(100_000),
}).map(([family, markdown]) => {
  const { length } = markdown;
  const document = parseDocument(markdown);
  return {
    family,
    parse: measure(() => parseDocument(markdown), length),
    "judge and write": measure(() => {
      const judged = judgeAnswer(judge);
      judged.push(markdown);
      judged.end();
    }, length),
    "write for chats": measure(() => toStyledText(document), length),
    "written, of its length": (writeMarkdown(document).length / length).toFixed(
      1,
    ),
  };
});
console.table(rows);
