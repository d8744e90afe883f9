import type { RateLimiter } from "../../rate-limiter.ts";
import { countRequests, minuteOf } from "../count-requests.ts";
import { toSortKey } from "./keys.ts";
import type { DynamoTable } from "./table.ts";

/** Behind its minute an item is of no use; seconds. */
const KEPT_SECONDS = 120;

/**
 * One item for each caller and minute, one write unit for each request; one that is too many is refused by the item's
 * condition, and writes nothing.
 */
export function createDynamoRateLimiter({
  table,
  limit,
  now = Date.now,
}: {
  table: DynamoTable;
  limit: number;
  now?: () => number;
}): RateLimiter {
  return {
    async take(caller) {
      const at = now();
      const minute = minuteOf(at);
      const key = {
        pk: toSortKey("requests", caller),
        sk: toSortKey("minute", String(minute)),
      };
      const { kind, item } = await table.update(key, {
        expression: "SET expires = :expires ADD requests :one",
        values: { ":expires": minute * 60 + KEPT_SECONDS, ":one": 1 },
        condition: {
          expression: "attribute_not_exists(requests) OR requests < :limit",
          values: { ":limit": limit },
        },
      });
      const requests =
        kind === "written" ? Number(item?.["requests"] ?? 1) : limit + 1;
      return countRequests({ requests, limit, now: at });
    },
  };
}
