import { parseOwnJson } from "../parse-own-json.ts";
import { EMPTY_ROOT, type Root } from "./root.ts";
import type { DynamoTable, Item } from "./table.ts";

/** `refused`: somebody else has swapped it since; with the root that is there now. */
export type Swap =
  | { readonly kind: "swapped"; readonly root: Root }
  | { readonly kind: "refused"; readonly root: Root };

/** Reads a conversation's root and swaps it for another one, if it is still the same. */
export interface RootStore {
  read(options: { isConsistent: boolean }): Promise<Root>;
  swap(before: Root, after: Root): Promise<Swap>;
}

export function createRootStore({
  table,
  pk,
  expires,
}: {
  table: DynamoTable;
  pk: string;
  expires: () => number | undefined;
}): RootStore {
  const key = { pk, sk: "root" };
  return {
    read: async (options) => toRoot(await table.get(key, options)),

    swap: async ({ version }, after) => {
      const root = { ...after, version: version + 1 };
      const { version: _, ...body } = root;
      const stamp = crypto.randomUUID();
      const written = await table.put(
        {
          ...key,
          version: root.version,
          body: JSON.stringify(body),
          stamp,
          expires: expires(),
        },
        version === 0
          ? table.isGone()
          : {
              expression: "version = :version",
              values: { ":version": version },
            },
      );
      // Its own, where the client asked again since an answer was lost on its way.
      return written.kind === "written" || written.item?.["stamp"] === stamp
        ? { kind: "swapped", root }
        : { kind: "refused", root: toRoot(written.item) };
    },
  };
}

function toRoot(item: Item | undefined): Root {
  if (item === undefined) return EMPTY_ROOT;
  return {
    ...parseOwnJson<Omit<Root, "version">>(item["body"]),
    version: Number(item["version"]),
  };
}
