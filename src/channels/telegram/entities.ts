import type { ReplyPart, TextEntity, TextLook } from "../../reply.ts";
import {
  plainText,
  type Style,
  type StyledText,
} from "../markdown/styled-text.ts";

/** UTF-16 units in one message (https://core.telegram.org/bots/api#sendmessage). */
export const MAX_MESSAGE_LENGTH = 4096;

/** Telegram silently drops the others of a message (https://github.com/rubenlagus/TelegramBots/issues/854). */
const MAX_ENTITIES = 100;

/**
 * At about 9,500 bytes, as its own protocol writes them, Telegram refuses the message with ENTITIES_TOO_LONG
 * (https://github.com/tdlib/telegram-bot-api/issues/165). An entity takes 12 plus its address or language.
 */
const MAX_ENTITY_BYTES = 8_000;
const BYTES_PER_ENTITY = 12;

/** An address that fits into a message with all other entities that can begin where it begins. */
export const MAX_ADDRESS_LENGTH = 7_500;

/** For the number of entities no part is made shorter: a text of nothing but markup must not become a flood of messages. */
const MIN_LENGTH = 512;

export function toReplyPart(text: StyledText): ReplyPart {
  const entities = toEntities(text).slice(0, MAX_ENTITIES);
  return {
    text: plainText(text),
    ...(entities.length > 0 && { entities }),
  };
}

/**
 * UTF-16 units from the text's beginning that one message shows with all of their markup; at least 1. What fits into
 * `MIN_LENGTH` may have any number of entities: those beyond the limit are not shown.
 */
export function fittingLength(text: StyledText): number {
  let bytes = 0;
  const first = toEntities(text).find((entity, index) => {
    bytes += sizeOf(entity);
    const isLong = entity.offset + entity.length > MIN_LENGTH;
    const isTooMuch =
      bytes > MAX_ENTITY_BYTES || (index >= MAX_ENTITIES && isLong);
    return isTooMuch && entity.offset > 0;
  });
  return first?.offset ?? plainText(text).length;
}

function sizeOf(look: TextLook): number {
  return BYTES_PER_ENTITY + detailOf(look).length;
}

/** A link's address, or the language of code; both are ASCII. */
function detailOf(look: TextLook): string {
  if (look.type === "text_link") return look.url;
  return look.type === "pre" ? (look.language ?? "") : "";
}

/** The entities of the text, in the order in which they begin, outer ones first. They nest, or do not overlap. */
function toEntities(text: StyledText): readonly TextEntity[] {
  const entities: OpenEntity[] = [];
  let open: readonly OpenEntity[] = [];
  let offset = 0;
  for (const run of text) {
    const looks = looksOf(run.style);
    const kept = open.slice(0, sharedLength(open, looks));
    const opened = looks
      .slice(kept.length)
      .map((look) => ({ look, offset, length: 0 }));
    entities.push(...opened);
    open = [...kept, ...opened];
    for (const entity of open) entity.length += run.text.length;
    offset += run.text.length;
  }
  return entities.map(({ look, ...range }) => ({ ...look, ...range }));
}

interface OpenEntity {
  readonly look: TextLook;
  readonly offset: number;
  length: number;
}

/**
 * How a run looks, outermost first and always in the same order, so that neighbours share as many entities as they can.
 * Code holds no other entities, and no link holds code (https://core.telegram.org/bots/api#messageentity).
 */
function looksOf(style: Style): readonly TextLook[] {
  const looks: TextLook[] = [];
  if (style.quote === "open") looks.push({ type: "blockquote" });
  if (style.quote === "folded") looks.push({ type: "expandable_blockquote" });
  if (style.pre === "") return [...looks, { type: "pre" }];
  if (style.pre !== undefined)
    return [...looks, { type: "pre", language: style.pre }];
  if (style.code && style.link === undefined)
    return [...looks, { type: "code" }];
  if (style.link !== undefined)
    looks.push({ type: "text_link", url: style.link });
  if (style.bold) looks.push({ type: "bold" });
  if (style.italic) looks.push({ type: "italic" });
  if (style.strikethrough) looks.push({ type: "strikethrough" });
  return looks;
}

/** How many of the open entities continue. */
function sharedLength(
  open: readonly OpenEntity[],
  looks: readonly TextLook[],
): number {
  const different = looks.findIndex((look, index) => {
    const other = open[index]?.look;
    return other?.type !== look.type || detailOf(other) !== detailOf(look);
  });
  return different === -1 ? looks.length : different;
}
