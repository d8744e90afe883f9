import { parseArgs } from "node:util";
import { createDynamoTable } from "../src/stores/dynamodb/table.ts";
import {
  createLocalClient,
  createTable,
  startDynamoDbLocal,
} from "../test/stubs/dynamodb-local.ts";
import { runTurn } from "./dynamodb/run-turn.ts";
import { writeHistory } from "./dynamodb/write-history.ts";

/**
 * Counts one turn's DynamoDB request units (1 KB written; 4 KB read
 * consistently, or 8 KB eventually) as reported by AWS's emulator, after
 * histories of different lengths. Messages have 200 characters; the window
 * holds 6,000 tokens of them, the default of `MEMORY_MAX_TOKENS`. Needs Java.
 */
const { values } = parseArgs({
  options: { messages: { type: "string", default: "10,1000,100000" } },
});
const text = "A message of two hundred characters. ".repeat(6).slice(0, 200);
const tokens = 50;

const rows: Record<string, string | number>[] = [];
const local = await startDynamoDbLocal();
try {
  const client = createLocalClient(local.endpoint);
  const tableName = await createTable(client);
  for (const messages of values.messages.split(",").map(Number))
    for (const [isSent, isIndexed] of [
      [false, false],
      [true, false],
      [false, true],
      [true, true],
    ] as const) {
      const used = { requests: 0, reads: 0, writes: 0 };
      const counted = createDynamoTable({
        client,
        tableName,
        onCapacity: ({ reads, writes }) => {
          used.requests++;

          used.reads += reads;
          used.writes += writes;
        },
      });
      const conversation = `bench:${messages}:${isSent}:${isIndexed}`;
      const table = createDynamoTable({ client, tableName });
      await writeHistory(table, {
        conversation,
        messages,
        windowMessages: 6_000 / tokens,
        text,
        tokens,
      });
      const turn = { conversation, text, tokens, isSent, isIndexed };
      await runTurn(counted, { ...turn, id: "100001" });
      rows.push({
        "messages in the history": messages,
        console: isIndexed ? "on" : "off",
        reply: isSent ? "sent (Telegram)" : "fetched (HTTP)",
        "write units": used.writes,
        "read units": used.reads,
        requests: used.requests,
      });
    }
} finally {
  await local.stop();
}
console.table(rows);
