import type { Config } from "../../config.ts";
import { isGone } from "../dynamodb/is-gone.ts";
import type { DynamoTable } from "../dynamodb/table.ts";

/** Where the table is, and with which keys it is asked. */
type TableSettings = NonNullable<Config["memory"]["table"]>;

/**
 * The table, by an SDK that is evaluated with the first request: most deployments have their conversations in Durable
 * Objects, and are spared that at each start. It comes as a bundle of its own, for which see `scripts/build-sdks.ts`.
 */
export function openDynamoTable(settings: TableSettings): DynamoTable {
  let opening: Promise<DynamoTable> | undefined;
  const open = (): Promise<DynamoTable> => (opening ??= connect(settings));
  return {
    get: async (...request) => (await open()).get(...request),
    put: async (...request) => (await open()).put(...request),
    update: async (...request) => (await open()).update(...request),
    delete: async (...request) => (await open()).delete(...request),
    query: async (...request) => (await open()).query(...request),
    // It cannot wait for the SDK.
    isGone: () => isGone(Date.now()),
  };
}

async function connect(settings: TableSettings): Promise<DynamoTable> {
  const { createDynamoClient, createDynamoTable } =
    await import("../../../dist/dynamodb-sdk.js");
  return createDynamoTable({
    client: createDynamoClient(settings),
    tableName: settings.name,
  });
}
