import type { ReplyPart } from "../../../channel.ts";
import type { SourceList } from "../../../turn.ts";
import { distinctSources } from "../../reply-body.ts";
import { markdownToStyledText } from "./markdown-to-styled-text.ts";
import { openedTags, styledTextToHtml } from "./styled-text-to-html.ts";
import {
  plainText,
  type Run,
  sliceStyledText,
  type Style,
  styled,
  type StyledText,
} from "./styled-text.ts";

/** UTF-16 units in one message, counted without its tags (https://core.telegram.org/bots/api#sendmessage). */
export const MAX_MESSAGE_LENGTH = 4096;

/** Markdown → Telegram messages, with the sources at their end. None where there is nothing to see in the text. */
export function splitMarkdown(
  markdown: string,
  sources?: SourceList,
): readonly ReplyPart[] {
  // Half a surrogate pair cannot be sent: Telegram takes only valid Unicode.
  const source = markdown.toWellFormed();
  const limit = { maxLength: MAX_MESSAGE_LENGTH };
  const parts = splitStyledText(markdownToStyledText(source), limit);
  // Markdown that shows nothing, such as an empty heading, is better than no reply.
  const shown =
    parts.length > 0 ? parts : splitStyledText(styled(source), limit);
  const messages = shown.map((part) => ({
    formatted: styledTextToHtml(part),
    plain: plainText(part),
  }));
  return sources === undefined
    ? messages
    : appendSources(messages, sources, limit);
}

/**
 * Cuts the text into parts of at most `maxLength` UTF-16 units, and shorter ones where there is more markup than a message
 * takes: see `fittingLength`. Each has something to see in it. A cut falls between paragraphs if it can, else between
 * lines, sentences or words, and within a word only where the word alone is too long; never within what a reader takes
 * for one character. White space at a cut is left out.
 */
export function splitStyledText(
  text: StyledText,
  { maxLength }: { maxLength: number },
): readonly StyledText[] {
  const plain = plainText(text);
  const parts: StyledText[] = [];
  let start = 0;
  while (start < plain.length) {
    const window = sliceStyledText(text, start, start + maxLength);
    const limit = fittingLength(window);
    const end =
      start + limit === plain.length
        ? plain.length
        : start +
          findCut(sliceStyledText(text, start, start + limit + AHEAD), limit);
    parts.push(trimEnds(sliceStyledText(text, start, end)));
    start = end;
  }
  return parts.filter(isVisible);
}

/** Units behind a window, which tell whether its last character is whole. */
const AHEAD = 2;

/** Where a text is best cut that goes on behind the limit; at least 1. */
function findCut(windowAndAhead: StyledText, limit: number): number {
  const ahead = plainText(windowAndAhead);
  const half = Math.floor(limit / 2);
  const window = ahead.slice(0, limit);
  const clusters = characters.segment(ahead);
  /** The last end of a match from `least` on. A space or a full stop may be the first half of a character. */
  const lastEnd = (pattern: RegExp, least: number, text = window) =>
    [...text.matchAll(pattern)]
      .map(({ index, 0: { length } }) => index + length)
      .findLast(
        (end) => end >= least && clusters.containing(end)?.index === end,
      );
  return (
    lastEnd(/\n{2,}/g, half, hideCode(windowAndAhead).slice(0, limit)) ??
    lastEnd(/\n+/g, half) ??
    lastEnd(/[.!?…]["'”’)\]]*\s+|[。！？；]["'”’）」』】]*/g, half) ??
    lastEnd(/\s+|[，、：]/g, 1) ??
    lastCharacterEnd(clusters, ahead, limit)
  );
}

/** The text with blank lines within code made unfindable: they part no paragraphs. */
function hideCode(text: StyledText): string {
  return text
    .map((run) =>
      run.style.pre === undefined
        ? run.text
        : run.text.replaceAll("\n", "\u{FFFC}"),
    )
    .join("");
}

const characters = new Intl.Segmenter("und", { granularity: "grapheme" });

/** The last border between grapheme clusters up to the limit. */
function lastCharacterEnd(
  clusters: Intl.Segments,
  text: string,
  limit: number,
): number {
  const next = clusters.containing(limit);
  if (next !== undefined && next.index > 0) return next.index;
  // One cluster is longer than the limit, as in text with heaps of combining marks. Keep at least surrogate pairs whole.
  return /[\uD800-\uDBFF]/.test(text.charAt(limit - 1))
    ? Math.max(1, limit - 1)
    : limit;
}

function trimEnds(text: StyledText): StyledText {
  const plain = plainText(text);
  const [first] = text;
  const start = first === undefined ? 0 : leadingSpace(first);
  const trimmed = sliceStyledText(text, start, plain.trimEnd().length);
  return start > 0 && trimmed.length < text.length
    ? trimEnds(trimmed)
    : trimmed;
}

/** Indentation belongs to code, not to the cut; and a space that bears a mark is no white space. */
function leadingSpace({ text, style }: Run): number {
  if (style.pre !== undefined) return /^\n*/.exec(text)?.[0].length ?? 0;
  let length = 0;
  for (const { segment } of characters.segment(text)) {
    if (segment.trim() !== "") break;
    length += segment.length;
  }
  return length;
}

/** Telegram refuses messages that show nothing: white space, control and format characters, blank Braille and Hangul. */
function isVisible(text: StyledText): boolean {
  return /[^\s\p{Cc}\p{Cf}\u2800\u3164\u115F\u1160\uFFA0]/u.test(
    plainText(text),
  );
}

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
function isMarkupShown(html: string): boolean {
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

/** More are no help in a chat. */
const MAX_SOURCES = 10;

const SEPARATOR = "\n\n";

/**
 * Puts a folded list of links behind the last part, or into a part of its own where that would grow longer than
 * `maxLength` UTF-16 units, or hold more markup than Telegram shows. In plain text the addresses are written out. A reply
 * without parts stays without.
 */
function appendSources(
  parts: readonly ReplyPart[],
  list: SourceList,
  { maxLength }: { maxLength: number },
): readonly ReplyPart[] {
  const last = parts.at(-1);
  const appendix = listSources(list, maxLength);
  if (last === undefined || appendix === undefined) return parts;
  const joined = {
    formatted: `${last.formatted}${SEPARATOR}${appendix.formatted}`,
    plain: `${last.plain}${SEPARATOR}${appendix.plain}`,
  };
  return joined.plain.length <= maxLength && isMarkupShown(joined.formatted)
    ? [...parts.slice(0, -1), joined]
    : [...parts, appendix];
}

/** As many of the sources as fit written out; `undefined` where there are none. */
function listSources(
  { label, sources }: SourceList,
  maxLength: number,
): ReplyPart | undefined {
  const folded: Style = { quote: "folded" };
  const text = [...styled(label, { ...folded, bold: true })];
  let plain = label;
  const shown = distinctSources(sources, { limit: MAX_SOURCES });
  for (const [index, { title, url }] of shown.entries()) {
    const mark = `\n${index + 1}. `;
    const longer = `${plain}${mark}${title}\n${url}`;
    if (longer.length > maxLength) break;
    plain = longer;
    text.push(...styled(mark, folded));
    text.push(...styled(title, { ...folded, link: url }));
  }
  return plain === label
    ? undefined
    : { formatted: styledTextToHtml(text), plain };
}
