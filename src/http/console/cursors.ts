import * as z from "zod";
import { fromBase64Url, toBase64Url } from "../../runtime/bytes.ts";
import { parseJson } from "../../text/json.ts";
import type { TurnPlace } from "../../types/turn-index.ts";

const Place = z.tuple([
  z.int().nonnegative(),
  z.int().nonnegative(),
  z.string().max(1_000),
]);

/** Clients pass a place on; they need not understand it. */
export function toCursor({ at, number, conversation }: TurnPlace): string {
  const bytes = new TextEncoder().encode(
    JSON.stringify([at, number, conversation]),
  );
  return toBase64Url(bytes);
}

/** The place of a cursor, which anybody may have made up. */
export const Cursor = z
  .string()
  .max(3_000)
  .transform((text, context): TurnPlace => {
    const written = new TextDecoder().decode(fromBase64Url(text));
    const place = Place.safeParse(parseJson(written));
    if (place.success) {
      const [at, number, conversation] = place.data;
      return { at, number, conversation };
    }
    context.addIssue("is not a cursor of this list");
    return z.NEVER;
  });
