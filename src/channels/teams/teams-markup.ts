import {
  escapeStandard,
  writeStandardCode,
} from "../markdown/standard-code.ts";
import { createMarkupSplitter, type Markup } from "../markdown/write-markup.ts";

/**
 * Bytes of UTF-8. Microsoft has documented 28 KB for a message, and now 100 KB of UTF-16, both with all that is around the text: this fits
 * into either.
 */
export const MAX_MESSAGE_BYTES = 24_000;

/** `<` begins markup, and `<at>` would ring somebody. */
function escape(text: string): string {
  return escapeStandard(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** In code too, with nothing visible in between, `<at>` is no mention. */
function disarm(text: string): string {
  return text.replaceAll(/<(?=\/?at\b)/gi, "<\u200B");
}

/** The subset that all apps of Teams show (https://learn.microsoft.com/microsoftteams/platform/bots/how-to/format-your-bot-messages). */
const MARKUP: Markup = {
  escape,
  marks: { bold: "**", italic: "*", strikethrough: "~~" },
  ...writeStandardCode(disarm),
  quote: (line) => `> ${line}`,
  lineBreak: "  \n",
};

export const splitForTeams = createMarkupSplitter({
  markup: MARKUP,
  max: MAX_MESSAGE_BYTES,
  unit: "utf-8",
});
