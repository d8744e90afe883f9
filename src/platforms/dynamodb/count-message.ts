import type { CountedMessage, MessageCount } from "../../budget.ts";
import { countInMinute, type MinuteCount } from "../count-in-minute.ts";
import { dayOf } from "../budget-days.ts";
import { dayKey, expiryOf, messageKey } from "./budget-keys.ts";
import { TableError } from "./table-error.ts";
import type { Condition, DynamoTable, Item } from "./table.ts";

/** A person who sends that much at the same moment meets the limit long before. */
const MAX_ATTEMPTS = 10;

/** One more of the person's messages; see `Budget`. Two items are written, and one and a half read units used. */
export async function countMessage(
  table: DynamoTable,
  { id, person, at }: CountedMessage,
  { limit, now }: { limit: number; now: number },
): Promise<MessageCount> {
  const day = dayOf(at);
  const key = messageKey(day, person, id);
  if ((await table.get(key, { isConsistent: true })) !== undefined)
    return { kind: "counted" };

  // What was read before may be old: the swap is refused then, and tells what is there.
  let item = await table.get(dayKey(day, person));
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = readMinute(item);
    const { count, after } = countInMinute(before, { id, at, limit, now });
    if (count.kind === "limited" && after.firstExcess === before.firstExcess)
      return count;
    const writing = await table.update(dayKey(day, person), {
      expression:
        "SET lastMinute = :minute, inMinute = :messages, firstExcess = :firstExcess, expires = :expires ADD messages :counted",
      values: {
        ":minute": after.minute,
        ":messages": after.messages,
        // No message has an empty id.
        ":firstExcess": after.firstExcess ?? "",
        ":expires": expiryOf(day),
        ":counted": count.kind === "counted" ? 1 : 0,
      },
      condition: isStill(before),
    });
    if (writing.kind === "written") {
      // Behind the count: who dies in between counts a message twice, and lets none through for nothing.
      if (count.kind === "counted")
        await table.put({ ...key, expires: expiryOf(day) });
      return count;
    }
    ({ item } = writing);
  }
  throw new TableError({
    kind: "throttled",
    operation: "UpdateItem",
    cause: undefined,
  });
}

function readMinute(item: Item | undefined): MinuteCount {
  const firstExcess = item?.["firstExcess"];
  return {
    minute: Number(item?.["lastMinute"] ?? 0),
    messages: Number(item?.["inMinute"] ?? 0),
    firstExcess:
      typeof firstExcess === "string" && firstExcess !== ""
        ? firstExcess
        : undefined,
  };
}

function isStill({ minute, messages, firstExcess }: MinuteCount): Condition {
  if (minute === 0) return { expression: "attribute_not_exists(lastMinute)" };
  return {
    expression:
      "lastMinute = :lastMinute AND inMinute = :inMinute AND firstExcess = :lastExcess",
    values: {
      ":lastMinute": minute,
      ":inMinute": messages,
      ":lastExcess": firstExcess ?? "",
    },
  };
}
