import type { Condition } from "./table.ts";

/**
 * True of an item that is not there, or has expired, which DynamoDB may take days to remove. Apart from the table: who has
 * not loaded its SDK yet asks for it, too.
 * @param now milliseconds since the epoch
 */
export function isGone(
  now: number,
): Condition & { readonly values: { readonly ":now": number } } {
  return {
    expression: "(attribute_not_exists(pk) OR expires <= :now)",
    values: { ":now": Math.floor(now / 1000) },
  };
}
