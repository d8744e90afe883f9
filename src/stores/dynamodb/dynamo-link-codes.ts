import { parseOwnJson } from "../../text/json.ts";
import type { LinkCodes, LinkOffer } from "../../types/link.ts";
import { toSortKey, type Key } from "./attributes.ts";
import type { DynamoTable } from "./table.ts";

/** Stores codes in a DynamoDB table, a partition for each. */
export function createDynamoLinkCodes({
  table,
  now = Date.now,
}: {
  table: DynamoTable;
  now?: () => number;
}): LinkCodes {
  /** DynamoDB's own expiry counts in seconds. */
  const parse = (
    item: Record<string, unknown> | undefined,
  ): LinkOffer | undefined =>
    item !== undefined && Number(item["until"]) > now()
      ? parseOwnJson<LinkOffer>(String(item["offer"]))
      : undefined;

  return {
    async offer(hash, offer, until) {
      await table.put(
        {
          ...toKey(hash),
          offer: JSON.stringify(offer),
          until,
          expires: Math.ceil(until / 1_000),
        },
        { expression: "attribute_not_exists(pk)" },
      );
    },

    async find(hash) {
      const item = await table.get(toKey(hash), { isConsistent: true });
      return item?.["taker"] === undefined ? parse(item) : undefined;
    },

    async take(hash, taker) {
      const { kind } = await table.update(toKey(hash), {
        expression: "SET taker = :taker",
        values: { ":taker": taker },
        condition: {
          expression:
            "attribute_exists(pk) AND (attribute_not_exists(taker) OR taker = :taker)",
          values: { ":taker": taker },
        },
      });
      if (kind !== "written") return undefined;
      return parse(await table.get(toKey(hash), { isConsistent: true }));
    },
  };
}

function toKey(hash: string): Key {
  return { pk: toSortKey("link", hash), sk: "code" };
}
