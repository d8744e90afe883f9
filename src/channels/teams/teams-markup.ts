import {
  createStandardMarkup,
  escapeStandard,
} from "../markdown/standard-markup.ts";
import { createMarkupSplitter, type Markup } from "../markdown/write-markup.ts";

/**
 * Bytes of UTF-8. Microsoft's documented limit for the whole payload was 28 KB,
 * and is now 100 KB of UTF-16. This fits both.
 */
export const MAX_MESSAGE_BYTES = 24_000;

/** `<` begins markup, and `<at>` would notify somebody. */
function escape(text: string): string {
  return escapeStandard(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Breaks mentions, even in code, with a zero-width space. */
function disarm(text: string): string {
  return text.replaceAll(/<(?=\/?at\b)/gi, "<\u200B");
}

/**
 * The subset that all Teams clients support
 * (https://learn.microsoft.com/microsoftteams/platform/bots/how-to/format-your-bot-messages).
 */
const MARKUP: Markup = {
  ...createStandardMarkup({ escape, disarm }),
  lineBreak: "  \n",
};

export const splitForTeams = createMarkupSplitter({
  markup: MARKUP,
  max: MAX_MESSAGE_BYTES,
  unit: "utf-8",
});
