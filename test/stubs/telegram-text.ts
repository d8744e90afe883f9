import * as z from "zod";
import {
  checkTelegramHtml,
  type TelegramEntity,
} from "./check-telegram-html.ts";
import { MethodError } from "./telegram-method.ts";

export const Text = z.object({
  text: z.string(),
  parse_mode: z.literal("HTML").optional(),
});

/** Before the markup is read. */
const MAX_SOURCE_BYTES = 2 ** 15;
/** What comes behind them is left out, and nobody is told. */
const MAX_ENTITIES = 100;
/** About as much as Telegram stores of them. */
const MAX_ENTITY_BYTES = 9_500;
const BYTES_PER_ENTITY = 12;

/** Reads a text as Telegram does, or refuses it. `tooLong`: how the method says that, once the markup is read. */
export function readText(
  { text: source, parse_mode }: z.infer<typeof Text>,
  tooLong: string,
  { maxLength = 4096 } = {},
): { readonly text: string; readonly entities: readonly TelegramEntity[] } {
  if (!source.isWellFormed())
    throw new MethodError(400, "Bad Request: strings must be encoded in UTF-8");
  if (new Blob([source]).size > MAX_SOURCE_BYTES)
    throw new MethodError(400, "Bad Request: text is too long");
  const reading =
    parse_mode === "HTML"
      ? checkTelegramHtml(source)
      : ({ kind: "read", text: source, entities: [] } as const);
  if (reading.kind === "unparsable")
    throw new MethodError(
      400,
      `Bad Request: can't parse entities: ${reading.problem}`,
    );
  const { text } = reading;
  if (/^[\s\p{Cc}\p{Cf}]*$/u.test(text))
    throw new MethodError(400, "Bad Request: message text is empty");
  if (text.length > maxLength)
    throw new MethodError(400, `Bad Request: ${tooLong}`);
  const entities = firstEntities(reading.entities);
  if (sizeOf(entities) > MAX_ENTITY_BYTES)
    throw new MethodError(400, "Bad Request: ENTITIES_TOO_LONG");
  return { text, entities };
}

function firstEntities(
  entities: readonly TelegramEntity[],
): readonly TelegramEntity[] {
  const shown = entities
    .toSorted((one, other) => one.offset - other.offset)
    .slice(0, MAX_ENTITIES);
  return entities.filter((entity) => shown.includes(entity));
}

function sizeOf(entities: readonly TelegramEntity[]): number {
  const texts = entities.map(
    ({ url = "", language = "" }) => new Blob([url, language]).size,
  );
  return texts.reduce((sum, size) => sum + size + BYTES_PER_ENTITY, 0);
}
