import type {
  SignInKey,
  SignInRow,
  SignInStore,
} from "../../types/sign-in-store.ts";
import {
  sortKeysOf,
  toSortKey,
  type Condition,
  type Key,
} from "./attributes.ts";
import type { DynamoTable, Item } from "./table.ts";

/**
 * Stores sign-ins in a DynamoDB table, a partition for each owner. Expired ones
 * are erased by TTL.
 */
export function createDynamoSignIns({
  table,
  now = Date.now,
}: {
  table: DynamoTable;
  now?: () => number;
}): SignInStore {
  const list = async (owner: string): Promise<readonly Item[]> => {
    const { pk } = keyOf({ owner, name: "" });
    const range = { pk, ...sortKeysOf("sign-in"), isConsistent: true };
    return (await table.query(range)).filter(isAlive);
  };
  // The table's own clock counts seconds.
  const isAlive = ({ expiresAt = Infinity }: Item): boolean =>
    Number(expiresAt) > now();
  const find = async (key: SignInKey): Promise<SignInRow | undefined> => {
    const item = await table.get(keyOf(key), { isConsistent: true });
    return item !== undefined && isAlive(item) ? toRow(item) : undefined;
  };

  return {
    find,

    async swap(key, before, { version, text, expiresAt }) {
      const { kind, item } = await table.put(
        {
          ...keyOf(key),
          name: key.name,
          version,
          text,
          ...(expiresAt !== undefined && {
            expiresAt,
            expires: Math.ceil(expiresAt / 1_000),
          }),
        },
        before === undefined ? isGone(now()) : hasVersion(before),
      );
      // The client repeats a write whose response was lost.
      return kind === "written" || item?.["version"] === version;
    },

    async take(key) {
      const row = await find(key);
      if (row === undefined) return undefined;
      const { kind } = await table.delete(keyOf(key), hasVersion(row.version));
      return kind === "written" ? row : undefined;
    },

    list: async (owner) => (await list(owner)).map(({ name }) => String(name)),

    async forget(owner) {
      for (const item of await list(owner)) await table.delete(item);
    },
  };
}

function keyOf({ owner, name }: SignInKey): Key {
  return { pk: toSortKey("sign-ins", owner), sk: toSortKey("sign-in", name) };
}

function toRow({ version, text, expiresAt }: Item): SignInRow {
  return {
    version: String(version),
    text: String(text),
    ...(expiresAt !== undefined && { expiresAt: Number(expiresAt) }),
  };
}

function hasVersion(version: string): Condition {
  return { expression: "version = :version", values: { ":version": version } };
}

function isGone(now: number): Condition {
  return {
    expression: "(attribute_not_exists(pk) OR expiresAt <= :now)",
    values: { ":now": now },
  };
}
