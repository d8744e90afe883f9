import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createDurableObjectMessageIndex } from "../../../src/platforms/cloudflare/object-clients.ts";
import { describeMessageIndexContract } from "../../contracts/message-index-contract.ts";

const createIndex = () => createDurableObjectMessageIndex(env.MESSAGE_INDEX);

describeMessageIndexContract("Durable Object message index", createIndex);

describe("A message index in Durable Objects", () => {
  it("creates no tables before the first claim", async () => {
    const owner = "nobody";
    await createIndex().list({ owner, prefix: "", limit: 9 });
    const entry = { owner, conversation: "a", id: "1" };
    await createIndex().release(entry);
    await createIndex().forget(entry);
    const object = env.MESSAGE_INDEX.getByName(owner);
    await runInDurableObject(object, async (_, { storage: { sql } }) => {
      const tables = sql.exec(
        "SELECT name FROM sqlite_master WHERE name IN ('messages', 'conversations')",
      );
      expect(tables.toArray()).toEqual([]);
    });
  });
});
