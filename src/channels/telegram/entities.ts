import type { ReplyPart, TextEntity, TextLook } from "../../types/reply.ts";
import {
  plainText,
  type Style,
  type StyledText,
} from "../markdown/styled-text.ts";

/**
 * UTF-16 units per message (https://core.telegram.org/bots/api#sendmessage).
 */
export const MAX_MESSAGE_LENGTH = 4096;

/**
 * Telegram silently drops further entities of a message
 * (https://github.com/rubenlagus/TelegramBots/issues/854).
 */
const MAX_ENTITIES = 100;

/**
 * At about 9,500 bytes in MTProto's encoding, Telegram rejects the message with
 * ENTITIES_TOO_LONG (https://github.com/tdlib/telegram-bot-api/issues/165). An
 * entity takes 12 bytes plus its URL or language.
 */
const MAX_ENTITY_BYTES = 8_000;
const BYTES_PER_ENTITY = 12;

/**
 * A URL of this length fits together with all entities that can start at the
 * same position.
 */
export const MAX_ADDRESS_LENGTH = 7_500;

/**
 * The number of entities shortens no part below this, so that text full of
 * markup does not become a flood of messages.
 */
const MIN_LENGTH = 512;

export function toReplyPart(text: StyledText): ReplyPart {
  const entities = toEntities(text).slice(0, MAX_ENTITIES);
  return {
    text: plainText(text),
    ...(entities.length > 0 && { entities }),
  };
}

/**
 * Length of the longest prefix whose entities fit into a message, in UTF-16
 * units, at least 1. Up to `MIN_LENGTH` units, any number of entities counts as
 * fitting; Telegram drops those beyond the limit.
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

/** A link's URL or code's language; both are ASCII. */
function detailOf(look: TextLook): string {
  if (look.type === "text_link") return look.url;
  return look.type === "pre" ? (look.language ?? "") : "";
}

/**
 * The text's entities by start, outer ones first. They nest and never overlap
 * partially.
 */
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
 * Entities of a style, outermost first and in a fixed order, so that adjacent
 * runs share as many as possible. Code contains no other entities, and links
 * contain no code (https://core.telegram.org/bots/api#messageentity).
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

/** Number of open entities that continue. */
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
