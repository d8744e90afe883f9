import * as z from "zod";
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
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/** The place of a cursor, which anybody may have made up. */
export const Cursor = z
  .string()
  .max(3_000)
  .transform((text, context): TurnPlace => {
    const place = Place.safeParse(parseJson(decode(text)));
    if (place.success) {
      const [at, number, conversation] = place.data;
      return { at, number, conversation };
    }
    context.addIssue("is not a cursor of this list");
    return z.NEVER;
  });

function decode(text: string): string {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (unit) => unit.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return "";
  }
}
