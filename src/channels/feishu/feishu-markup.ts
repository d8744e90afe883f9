import {
  createStandardMarkup,
  escapeBetweenAddresses,
} from "../markdown/standard-markup.ts";
import { createMarkupSplitter } from "../markdown/write-markup.ts";

/**
 * Bytes of UTF-8. The limit of a card is 30 KB of JSON
 * (https://open.feishu.cn/document/server-docs/im-v1/message/create), in which
 * quotes and line breaks take two bytes.
 */
export const MAX_TEXT_BYTES = 14_000;

function escape(text: string): string {
  return escapeBetweenAddresses(text, escapePiece).replace(
    /^(\s*)((?:#{1,6}|\+|-+)(?:\s|$))/,
    (_, space: string, mark: string) =>
      space + encode(mark.charAt(0)) + mark.slice(1),
  );
}

/**
 * Escapes markup as numeric entities
 * (https://open.feishu.cn/document/feishu-cards/card-json-v2-components/content-components/rich-text).
 */
function escapePiece(text: string): string {
  return withoutControls(text)
    .replaceAll(/&(?=#?\w+;)/g, encode)
    .replaceAll(/[\\*~`<>[\]]|(?<![^\W_])_|_(?![^\W_])/g, encode);
}

function encode(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

/** Removes control characters: each is invisible, and six bytes in JSON. */
function withoutControls(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}/gu, "");
}

/**
 * Breaks mentions such as `<at id=all></at>`, which work even in code, with a
 * zero-width space.
 */
function disarm(text: string): string {
  return withoutControls(text).replaceAll(/<(?=\/?[a-z])/gi, "<\u200B");
}

export const splitForFeishu = createMarkupSplitter({
  markup: createStandardMarkup({ escape, disarm }),
  max: MAX_TEXT_BYTES,
  unit: "utf-8",
});
