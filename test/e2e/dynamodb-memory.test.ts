import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createLocalClient,
  createTable,
  type DynamoDbLocal,
  hasJava,
  startDynamoDbLocal,
} from "../stubs/dynamodb-local.ts";
import { createDynamoMemory } from "../../src/platforms/dynamodb/dynamo-memory.ts";
import { createDynamoTable } from "../../src/platforms/dynamodb/table.ts";
import { createApiClient } from "./api-client.ts";
import { startWranglerDev, type WranglerDev } from "./wrangler-dev.ts";

const canRun = hasJava();
if (!canRun)
  console.warn("MEMORY_STORE=dynamodb is not tried: there is no `java`.");

describe.runIf(canRun)("A Worker with MEMORY_STORE=dynamodb", () => {
  let local: DynamoDbLocal;
  let tableName: string;
  let dev: WranglerDev;
  const openMemory = (conversation: string) =>
    createDynamoMemory({
      conversation: `webhook:development:${conversation}`,
      table: createDynamoTable({
        client: createLocalClient(local.endpoint),
        tableName,
      }),
    });

  beforeAll(async () => {
    local = await startDynamoDbLocal();
    tableName = await createTable(createLocalClient(local.endpoint));
    dev = await startWranglerDev({
      variables: {
        MEMORY_STORE: "dynamodb",
        MEMORY_RETENTION_DAYS: "30",
        DYNAMODB_TABLE: tableName,
        DYNAMODB_ENDPOINT: local.endpoint,
        AWS_REGION: "eu-central-1",
        AWS_ACCESS_KEY_ID: "local",
        AWS_SECRET_ACCESS_KEY: "local",
      },
    });
  });
  afterAll(async () => {
    await dev.close();
    await local.stop();
  });

  it("has its conversations in the table, and remembers them after a crash", async () => {
    const api = createApiClient(dev.url);
    const conversation = "dynamodb";
    const first = await api.ask({ conversation, text: "My name is Ada." });
    expect(first.status).toBe("delivered");
    expect(await openMemory(conversation).findTurn(first.id)).toMatchObject({
      status: "delivered",
      message: { text: "My name is Ada." },
    });

    await dev.kill();
    await dev.restart();
    const answer = await api.ask({ conversation, text: "What is 6 * 7?" });
    expect(answer.reply?.text).toContain("42");
    const name = await api.ask({ conversation, text: "What is my name?" });
    expect(name.reply?.text).toContain("Ada");
    const { messages } = await api.conversation(conversation);
    expect(messages).toHaveLength(6);

    await api.call(`/v1/conversations/${conversation}`, { method: "DELETE" });
    expect(await openMemory(conversation).read()).toBeUndefined();
  });
});
