import {
  escapeStandard,
  writeStandardCode,
} from "../markdown/standard-code.ts";
import { createMarkupSplitter, type Markup } from "../markdown/write-markup.ts";

/** Of `markdown_text` (https://docs.slack.dev/reference/methods/chat.postMessage). */
export const MAX_MESSAGE_LENGTH = 12_000;

/** Slack reads `<!channel>`, `<@U1>` and `<#C1>` anywhere, code included: with nothing visible in between they ring nobody. */
function disarm(text: string): string {
  return text.replaceAll(/<(?=[@#!])/g, "<\u200B");
}

/** Slack's standard Markdown (https://docs.slack.dev/reference/block-kit/blocks/markdown-block). */
const MARKUP: Markup = {
  escape: (text) => escapeStandard(disarm(text)),
  marks: { bold: "**", italic: "*", strikethrough: "~~" },
  ...writeStandardCode(disarm),
  quote: (line) => `> ${line}`,
};

export const splitForSlack = createMarkupSplitter({
  markup: MARKUP,
  max: MAX_MESSAGE_LENGTH,
});
