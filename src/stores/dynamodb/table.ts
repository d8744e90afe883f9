import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
  type ConsumedCapacity,
  type DynamoDBClient,
  type QueryCommandInput,
} from "@aws-sdk/client-dynamodb";
import {
  marshal,
  unmarshal,
  type Attribute,
  type Attributes,
  type Condition,
  type Key,
} from "./attributes.ts";
import { toTableError } from "./table-error.ts";

/**
 * A stored item. `expires`: time in seconds since the epoch, from which on it
 * is treated as deleted.
 */
export type Item = Attributes & Key;

/**
 * Outcome of a write, with the item afterwards if known. `refused`: the stored
 * item did not meet the condition, and nothing was changed.
 */
export interface Writing {
  readonly kind: "written" | "refused";
  readonly item: Item | undefined;
  /** What a `put` has replaced, if it was asked for. */
  readonly replaced?: Item | undefined;
}

interface ItemChange {
  /** An update expression, e.g. `SET tokens = :tokens ADD messages :one`. */
  readonly expression: string;
  readonly condition: string;
  /** Values of the placeholders in both. */
  readonly values: Readonly<Record<`:${string}`, Attribute>>;
}

interface ItemRange {
  readonly pk: string;
  /** Lowest sort key, inclusive. */
  readonly from: string;
  /** Highest sort key, inclusive. */
  readonly to: string;
  /** Continues after that sort key. */
  readonly after?: string;
  /** Defaults to all items. */
  readonly limit?: number;
  readonly isNewestFirst?: boolean;
  readonly isConsistent?: boolean;
}

/** Capacity units of a request: 1 KB written, or 4 KB read consistently. */
export interface Capacity {
  readonly operation: string;
  readonly reads: number;
  readonly writes: number;
}

/**
 * A DynamoDB table with the string keys `pk` and `sk` and the TTL attribute
 * `expires`. Reads skip expired items, which DynamoDB may take days to delete;
 * conditions still see them, so use `isGone`. Every method throws only
 * `TableError`; if that is `unreachable`, the request may have taken effect.
 */
export interface DynamoTable {
  get(
    key: Key,
    options?: { isConsistent?: boolean },
  ): Promise<Item | undefined>;
  /** Inserts or replaces the item. */
  put(
    item: Key & Readonly<Record<string, Attribute | undefined>>,
    condition?: Condition,
    options?: { returnsReplaced?: boolean },
  ): Promise<Writing>;
  /** Updates or creates the item, and returns it as it is then. */
  update(key: Key, change: ItemChange): Promise<Writing>;
  delete(key: Key, condition?: Condition): Promise<Writing>;
  /** Returns items sorted by sort key. Reads no more pages than needed. */
  query(range: ItemRange): Promise<readonly Item[]>;
  /** True if the item does not exist or has expired. */
  isGone(): Condition;
}

/** Time limit of a request with all its retries. */
const REQUEST_MS = 10_000;

/**
 * @param onCapacity gets the capacity of each request; otherwise DynamoDB is
 * not asked to return it
 */
export function createDynamoTable({
  client,
  tableName,
  now = Date.now,
  timeoutMs = REQUEST_MS,
  onCapacity,
}: {
  client: DynamoDBClient;
  tableName: string;
  now?: () => number;
  timeoutMs?: number;
  onCapacity?: (capacity: Capacity) => void;
}): DynamoTable {
  const nowSeconds = () => Math.floor(now() / 1000);
  const common = {
    TableName: tableName,
    ...(onCapacity && { ReturnConsumedCapacity: "TOTAL" as const }),
  };
  const limits = () => ({ abortSignal: AbortSignal.timeout(timeoutMs) });

  const ask = async <
    Output extends { ConsumedCapacity?: ConsumedCapacity | undefined },
  >(
    operation: string,
    work: () => Promise<Output>,
  ): Promise<Output> => {
    try {
      const output = await work();
      const units = output.ConsumedCapacity?.CapacityUnits ?? 0;
      const isRead = operation === "GetItem" || operation === "Query";
      onCapacity?.({
        operation,
        reads: isRead ? units : 0,
        writes: isRead ? 0 : units,
      });
      return output;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) throw error;
      throw toTableError(operation, error);
    }
  };

  const write = async (
    operation: string,
    work: () => Promise<{
      Attributes?: Parameters<typeof unmarshal>[0] | undefined;
      ConsumedCapacity?: ConsumedCapacity | undefined;
    }>,
  ): Promise<Writing> => {
    try {
      const { Attributes } = await ask(operation, work);
      return { kind: "written", item: Attributes && toItem(Attributes) };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      // DynamoDB does not report it but charges at least one unit.
      onCapacity?.({ operation, reads: 0, writes: 1 });
      return { kind: "refused", item: error.Item && toItem(error.Item) };
    }
  };

  const isAlive = ({ expires }: Item): boolean =>
    typeof expires !== "number" || expires > nowSeconds();

  return {
    get: async ({ pk, sk }, { isConsistent = false } = {}) => {
      const { Item } = await ask("GetItem", () =>
        client.send(
          new GetItemCommand({
            ...common,
            Key: marshal({ pk, sk }),
            ConsistentRead: isConsistent,
          }),
          limits(),
        ),
      );
      const item = Item && toItem(Item);
      return item !== undefined && isAlive(item) ? item : undefined;
    },

    async put(item, condition, { returnsReplaced = false } = {}) {
      const writing = await write("PutItem", () =>
        client.send(
          new PutItemCommand({
            ...common,
            Item: marshal(item),
            ...(returnsReplaced && { ReturnValues: "ALL_OLD" }),
            ...toConditionInput(condition),
          }),
          limits(),
        ),
      );
      return writing.kind === "refused"
        ? writing
        : { kind: "written", item: undefined, replaced: writing.item };
    },

    update: ({ pk, sk }, { expression, values, condition }) =>
      write("UpdateItem", () =>
        client.send(
          new UpdateItemCommand({
            ...common,
            Key: marshal({ pk, sk }),
            UpdateExpression: expression,
            ReturnValues: "ALL_NEW",
            ...toConditionInput({ expression: condition, values }),
          }),
          limits(),
        ),
      ),

    delete: ({ pk, sk }, condition) =>
      write("DeleteItem", () =>
        client.send(
          new DeleteItemCommand({
            ...common,
            Key: marshal({ pk, sk }),
            ...toConditionInput(condition),
          }),
          limits(),
        ),
      ),

    query: async ({ limit = Infinity, after, ...range }) => {
      // DynamoDB rejects a range whose upper bound is below the lower one.
      if (range.to < range.from) return [];
      const found: Item[] = [];
      let start: QueryCommandInput["ExclusiveStartKey"] =
        after === undefined ? undefined : marshal({ pk: range.pk, sk: after });
      do {
        const left = limit - found.length;
        const page = await ask("Query", () =>
          client.send(
            new QueryCommand({
              ...common,
              ...toQueryInput(range),
              ...(Number.isFinite(left) && { Limit: left }),
              ...(start !== undefined && { ExclusiveStartKey: start }),
            }),
            limits(),
          ),
        );
        found.push(...(page.Items ?? []).map(toItem).filter(isAlive));
        start = page.LastEvaluatedKey;
      } while (start !== undefined && found.length < limit);
      return found;
    },

    isGone: () => ({
      expression: "(attribute_not_exists(pk) OR expires <= :now)",
      values: { ":now": nowSeconds() },
    }),
  };
}

function toItem(attributes: Parameters<typeof unmarshal>[0]): Item {
  const { pk, sk, ...rest } = unmarshal(attributes);
  return { ...rest, pk: String(pk), sk: String(sk) };
}

/** `ALL_OLD` returns the stored item on failure, which saves a read. */
function toConditionInput(condition: Condition | undefined) {
  if (condition === undefined) return {};
  const { expression, values } = condition;
  return {
    ConditionExpression: expression,
    ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
    ...(values !== undefined && { ExpressionAttributeValues: marshal(values) }),
  };
}

function toQueryInput({
  pk,
  from,
  to,
  isNewestFirst = false,
  isConsistent = false,
}: Omit<ItemRange, "limit" | "after">) {
  return {
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
    ExpressionAttributeValues: marshal({ ":pk": pk, ":from": from, ":to": to }),
    ScanIndexForward: !isNewestFirst,
    ConsistentRead: isConsistent,
  };
}
