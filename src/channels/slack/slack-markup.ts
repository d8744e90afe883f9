import {
  createStandardMarkup,
  escapeStandard,
} from "../markdown/standard-markup.ts";
import { createMarkupSplitter } from "../markdown/write-markup.ts";

/**
 * The limit of `markdown_text`
 * (https://docs.slack.dev/reference/methods/chat.postMessage).
 */
export const MAX_MESSAGE_LENGTH = 12_000;

/**
 * Breaks mentions (`<!channel>`, `<@U1>`, `<#C1>`), which work even in code,
 * with a zero-width space.
 */
function disarm(text: string): string {
  return text.replaceAll(/<(?=[@#!])/g, "<\u200B");
}

/** https://docs.slack.dev/reference/block-kit/blocks/markdown-block */
const MARKUP = createStandardMarkup({
  escape: (text) => escapeStandard(disarm(text)),
  disarm,
});

export const splitForSlack = createMarkupSplitter({
  markup: MARKUP,
  max: MAX_MESSAGE_LENGTH,
});
