import { dayKey, expiryOf } from "./budget-keys.ts";
import type { DynamoTable } from "./table.ts";

/**
 * Adds to a sum of a day; `false`, and nothing changed, where it would go beyond the limit. Each addition leaves its mark
 * in the item, so that one whose answer got lost is not made again by the client's next attempt.
 * @param tokens below 0 to give some back
 * @param limit 0: none
 */
export async function addTokens(
  table: DynamoTable,
  {
    day,
    who,
    tokens,
    limit = 0,
  }: { day: number; who: string; tokens: number; limit?: number },
): Promise<boolean> {
  const mark = crypto.randomUUID();
  const room = limit - tokens;
  const writing = await table.update(dayKey(day, who), {
    expression: "SET lastMark = :mark, expires = :expires ADD tokens :tokens",
    values: { ":mark": mark, ":expires": expiryOf(day), ":tokens": tokens },
    condition: {
      expression: [
        "(attribute_not_exists(lastMark) OR lastMark <> :mark)",
        ...(limit === 0
          ? []
          : room < 0
            ? ["tokens <= :room"]
            : ["(attribute_not_exists(tokens) OR tokens <= :room)"]),
      ].join(" AND "),
      ...(limit > 0 && { values: { ":room": room } }),
    },
  });
  return writing.kind === "written" || writing.item?.["lastMark"] === mark;
}
