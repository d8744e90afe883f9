import { openedTags } from "./styled-text-to-html.ts";
import type { StyledText } from "./styled-text.ts";

/** Telegram leaves out whatever comes behind so many in a message (https://github.com/rubenlagus/TelegramBots/issues/854). */
const MAX_ENTITIES = 100;

/**
 * Bytes of the tags with their addresses. At about 9,500 Telegram says ENTITIES_TOO_LONG
 * (https://github.com/tdlib/telegram-bot-api/issues/165). With 4,096 escaped characters, at most 24,576 bytes, this stays
 * below the 32,768 of which the Bot API's server says that the text is too long (`Client::get_formatted_text`).
 */
const MAX_TAG_BYTES = 8_000;

/** For the number of entities no part is made shorter: a text of nothing but markup is to become no flood of messages. */
const MIN_LENGTH = 512;

/** Whether Telegram shows all that the HTML asks for. */
export function isMarkupShown(html: string): boolean {
  const { entities, tagBytes } = measure(html);
  return entities <= MAX_ENTITIES && tagBytes <= MAX_TAG_BYTES;
}

/**
 * UTF-16 units from the text's beginning that one message shows with all of their markup. Ends between two runs, behind
 * the first at the earliest. What fits into `MIN_LENGTH` may have any number of entities.
 */
export function fittingLength(text: StyledText): number {
  let length = 0;
  const sum = { entities: 0, tagBytes: 0 };
  for (const [index, run] of text.entries()) {
    const { entities, tagBytes } = measure(openedTags(run, text[index - 1]));
    sum.entities += entities;
    sum.tagBytes += tagBytes;
    const isLong = length + run.text.length > MIN_LENGTH;
    const isTooMuch =
      sum.tagBytes > MAX_TAG_BYTES || (sum.entities > MAX_ENTITIES && isLong);
    if (isTooMuch && index > 0) return length;
    length += run.text.length;
  }
  return length;
}

/** Of HTML as `styledTextToHtml` writes it. The code within a `<pre>` only tells its language. */
function measure(html: string): { entities: number; tagBytes: number } {
  const tags = html.match(/<[^>]+>/g) ?? [];
  return {
    entities: tags.filter((tag) => /^<(?!\/|code class)/.test(tag)).length,
    tagBytes: new TextEncoder().encode(tags.join("")).length,
  };
}
