import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openDynamoTable } from "../../src/platforms/cloudflare/open-dynamo-table.ts";
import { createDynamoClient } from "../../src/platforms/dynamodb/create-dynamo-client.ts";
import { createDynamoTable } from "../../src/platforms/dynamodb/table.ts";

const SETTINGS = {
  name: "parley",
  region: "eu-central-1",
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
  endpoint: "http://127.0.0.1:9",
};

describe("the table of a Worker", () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_700_000_000_999 }));
  afterEach(() => void vi.useRealTimers());

  it("asks whether an item is gone as every table does", () => {
    const table = createDynamoTable({
      client: createDynamoClient(SETTINGS),
      tableName: SETTINGS.name,
    });
    expect(openDynamoTable(SETTINGS).isGone()).toEqual(table.isGone());
  });

  it("fails as every table does", async () => {
    vi.useRealTimers();
    const asking = openDynamoTable(SETTINGS).get({ pk: "a", sk: "b" });
    await expect(asking).rejects.toMatchObject({
      name: "TableError",
      kind: "unreachable",
    });
  });
});
